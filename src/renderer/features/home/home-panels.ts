import type { Component } from 'vue'

/** What other features show on Home. Each gets the property `account`, and renders nothing with nothing to say. */
export interface HomePanels {
  /** Emits `known` once its height is. */
  status: Component
  /**
   * Offers to import keys. Emits `pending` with the number of keys that could be imported, `sshKey`, whether the account has one,
   * and `settled`, whether both are known or can’t be.
   */
  keys: Component
}
