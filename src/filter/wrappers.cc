// SkipFilter and WhileMatchFilter. Like HBase's they do not forward hints, changes to complete
// rows, or the scan direction; SkipFilter calls its filter for cells only.
#include "filter/built_in.h"
#include "filter/make.h"

namespace basalt::filter {
namespace {

class Skip final : public FilterOf<Skip, SkipSpec> {
 public:
  explicit Skip(SkipSpec spec) : FilterOf(std::move(spec)), wrapped_(spec_.wrapped->Clone()) {}

  bool FilterRowKey(BytesView /*row*/) override { return false; }
  void Reset() override {
    wrapped_->Reset();
    out_ = false;
  }
  Code FilterCell(const CellView& cell) override {
    const Code code = wrapped_->FilterCell(cell);
    if (code != Code::kInclude) out_ = true;
    return code;
  }
  CellView TransformCell(const CellView& cell) override { return wrapped_->TransformCell(cell); }
  bool HasFilterRow() const override { return true; }
  bool FilterRow() override { return out_; }
  bool UseBudget(base::CallBudget* budget) override { return SetBudget(*wrapped_, budget); }
  Status status() const override { return wrapped_->status(); }

 private:
  const std::unique_ptr<Filter> wrapped_;
  bool out_ = false;
};

class WhileMatch final : public FilterOf<WhileMatch, WhileMatchSpec> {
 public:
  explicit WhileMatch(WhileMatchSpec spec)
      : FilterOf(std::move(spec)), wrapped_(spec_.wrapped->Clone()) {}

  void Reset() override { wrapped_->Reset(); }
  bool FilterAllRemaining() override { return ended_ || wrapped_->FilterAllRemaining(); }
  bool FilterRowKey(BytesView row) override {
    if (FilterAllRemaining()) return true;
    return EndIf(wrapped_->FilterRowKey(row));
  }
  Code FilterCell(const CellView& cell) override {
    const Code code = wrapped_->FilterCell(cell);
    EndIf(code != Code::kInclude);
    return code;
  }
  CellView TransformCell(const CellView& cell) override { return wrapped_->TransformCell(cell); }
  bool HasFilterRow() const override { return true; }
  bool FilterRow() override { return EndIf(wrapped_->FilterRow()); }
  bool UseBudget(base::CallBudget* budget) override { return SetBudget(*wrapped_, budget); }
  Status status() const override { return wrapped_->status(); }

 private:
  bool EndIf(bool filtered) {
    if (filtered) ended_ = true;
    return filtered;
  }

  const std::unique_ptr<Filter> wrapped_;
  bool ended_ = false;
};

}  // namespace

NewFilter New(SkipSpec spec) { return std::make_unique<Skip>(std::move(spec)); }
NewFilter New(WhileMatchSpec spec) { return std::make_unique<WhileMatch>(std::move(spec)); }

}  // namespace basalt::filter
