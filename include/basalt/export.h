// BASALT_EXPORT: marks what libbasalt_client.so shows to others; everything else in it is hidden.
// In the archives it means nothing.
#pragma once

#define BASALT_EXPORT [[gnu::visibility("default")]]
