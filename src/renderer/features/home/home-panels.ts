import type { Component } from 'vue'

/** Panels on Home from other features. Each takes an `account` prop and is empty if there is nothing to show. */
export interface HomePanels {
  /** Emits `known` once its height is known. */
  status: Component
  /**
   * Offers to import keys. Emits `pending` with the number of importable keys, `sshKey` if the account has one, and
   * `settled` once both are known or can’t be.
   */
  keys: Component
}
