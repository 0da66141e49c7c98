import { config } from 'zod/v4/core'

// Replaces zod in the page. By default zod tests whether it may evaluate code, which the policy of the page
// reports.
config({ jitless: true })

export * from 'zod/v4'
