import type { Component } from 'vue'

/** Panels on Home from other features, each with an `account` prop. */
export interface HomePanels {
  /** The current status and one-click statuses. Its height doesn’t depend on what’s loaded. */
  status: Component
  /** Offers to import keys. Empty if there are none. */
  keys: Component
  /** An administrator’s changes since last week. Empty if there are none. */
  changes: Component
}
