#include "catalog/table_handle.h"

#include <mutex>
#include <utility>

namespace basalt::catalog {

Result<TableAccess> TableHandle::Access(base::CallBudget* budget) {
  {
    const std::shared_lock lock(mutex_);
    if (entry_ != nullptr && !entry_->dropped()) {
      return TableAccess::OfTable(*entry_, regions_, budget);
    }
  }
  BASALT_RETURN_IF_ERROR(Find());
  const std::shared_lock lock(mutex_);
  return TableAccess::OfTable(*entry_, regions_, budget);
}

Status TableHandle::Find() {
  BASALT_ASSIGN_OR_RETURN(auto entry, catalog_.tables().Find(name_));
  auto regions = catalog_.regions().Keep(name_);
  const std::unique_lock lock(mutex_);
  entry_ = std::move(entry);
  regions_ = std::move(regions);
  return {};
}

}  // namespace basalt::catalog
