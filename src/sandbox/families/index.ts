import type { Handlers } from '../handler.ts'
import { status } from './status.ts'
import { user } from './user.ts'

/** What answers each row of the shared table. */
export const handlers: Handlers = { user, status }
