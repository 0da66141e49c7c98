import { z } from 'zod'

/** The URL of an instance in a document. `new URL` never throws for it. */
export const HttpUrl = z.url({ protocol: /^https?$/ })
