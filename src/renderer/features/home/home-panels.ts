import type { Component } from 'vue'

/** What other features show on Home. Each gets the property `account`, and renders nothing with nothing to say. */
export interface HomePanels {
  status: Component
  /** Emits `pending` with the number of keys that could be imported. */
  keys: Component
}
