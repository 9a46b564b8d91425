//go:build integration

// gohbase's own tests, which the suite gohbase_tests runs, need these.
package main

import (
	_ "github.com/golang/mock/gomock"
	_ "github.com/stretchr/testify/assert"
)
