import { config } from 'zod/v4/core'

// In the page this stands in for zod, which would ask the browser whether it may make code out of text, and the policy of the page
// reports who asks.
config({ jitless: true })

export * from 'zod/v4'
