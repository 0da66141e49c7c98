import type { Component } from 'vue'

/** What other features show on Home. Each gets the property `account`, and renders nothing with nothing to say. */
export interface HomePanels {
  status: Component
  /**
   * Emits `pending` with the number of keys that could be imported, and `sshKey`, whether the account has one. Offers the import
   * unless `isOffered` is false, and exposes it as `run`.
   */
  keys: Component
}
