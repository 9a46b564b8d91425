#include "wire/exceptions.h"

#include <gtest/gtest.h>

namespace basalt::wire {
namespace {

// Every code has its own row in the table, with the retry behaviour of HBase's exception.
TEST(ExceptionsTest, EveryCodeHasItsException) {
  for (int i = 1; i <= static_cast<int>(StatusCode::kInternal); ++i) {
    const auto code = static_cast<StatusCode>(i);
    const ExceptionInfo& info = ExceptionFor(code);
    EXPECT_EQ(info.code, code) << StatusCodeName(code) << " is missing";
    EXPECT_FALSE(info.class_name.empty());
  }
}

struct Expected {
  StatusCode code;
  const char* class_name;
  bool do_not_retry;
  bool overloaded;
};

TEST(ExceptionsTest, RetryBehaviourIsHBases) {
  const Expected expected[] = {
      {StatusCode::kNotServingRegion, "NotServingRegionException", false, false},
      {StatusCode::kRegionTooBusy, "RegionTooBusyException", false, false},
      {StatusCode::kCallQueueTooBig, "CallQueueTooBigException", false, true},
      {StatusCode::kResultTooLarge, "MultiActionResultTooLarge", false, false},
      {StatusCode::kWrongRegion, "regionserver.WrongRegionException", false, false},
      {StatusCode::kUnknownScanner, "UnknownScannerException", true, false},
      {StatusCode::kScannerReset, "exceptions.ScannerResetException", true, false},
      {StatusCode::kOutOfOrderScannerNext, "exceptions.OutOfOrderScannerNextException", true,
       false},
      {StatusCode::kTableNotFound, "TableNotFoundException", true, false},
      {StatusCode::kTableExists, "TableExistsException", true, false},
      {StatusCode::kTableNotEnabled, "TableNotEnabledException", true, false},
      {StatusCode::kTableNotDisabled, "TableNotDisabledException", true, false},
      {StatusCode::kNamespaceExists, "NamespaceExistException", true, false},
      {StatusCode::kNamespaceNotFound, "NamespaceNotFoundException", true, false},
      {StatusCode::kConstraint, "constraint.ConstraintException", true, false},
      {StatusCode::kNoSuchColumnFamily, "regionserver.NoSuchColumnFamilyException", true, false},
      {StatusCode::kFailedSanityCheck, "exceptions.FailedSanityCheckException", true, false},
      {StatusCode::kInvalidFamilyOperation, "InvalidFamilyOperationException", true, false},
      {StatusCode::kUnknownRegion, "UnknownRegionException", true, false},
      {StatusCode::kMergeRegion, "exceptions.MergeRegionException", true, false},
      {StatusCode::kUnknownProtocol, "exceptions.UnknownProtocolException", true, false},
      {StatusCode::kRequestTooBig, "exceptions.RequestTooBigException", true, false},
      {StatusCode::kAccessDenied, "security.AccessDeniedException", true, false},
      {StatusCode::kRowTooBig, "client.RowTooBigException", true, false},
      {StatusCode::kSnapshotExists, "snapshot.SnapshotExistsException", true, false},
      {StatusCode::kSnapshotNotFound, "snapshot.SnapshotDoesNotExistException", true, false},
      {StatusCode::kDoNotRetry, "DoNotRetryIOException", true, false},
      {StatusCode::kNotSupported, "DoNotRetryIOException", true, false},
      {StatusCode::kInvalidArgument, "DoNotRetryIOException", true, false},
  };
  for (const Expected& each : expected) {
    hbase::pb::ExceptionResponse exception;
    FillException(Status(each.code, "why"), exception);
    const std::string name = std::string("org.apache.hadoop.hbase.") + each.class_name;
    EXPECT_EQ(exception.exception_class_name(), name);
    EXPECT_EQ(exception.stack_trace(), name + ": why");
    EXPECT_EQ(exception.do_not_retry(), each.do_not_retry) << name;
    EXPECT_EQ(exception.server_overloaded(), each.overloaded) << name;
  }
}

TEST(ExceptionsTest, ClassesLeadBackToCodes) {
  for (int i = 1; i <= static_cast<int>(StatusCode::kInternal); ++i) {
    const ExceptionInfo& info = ExceptionFor(static_cast<StatusCode>(i));
    const StatusCode back = CodeForException(info.class_name);
    EXPECT_EQ(ExceptionFor(back).class_name, info.class_name);
  }
  EXPECT_EQ(CodeForException("com.example.Exception"), StatusCode::kIoError);
}

}  // namespace
}  // namespace basalt::wire
