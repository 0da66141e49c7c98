import { homedir, userInfo } from 'node:os'
import { attempt } from './ignore-errors.ts'

// In a container the user may have no passwd entry, so the system knows neither their name nor, without `HOME`, their home
// folder.

/** The home folder, or the disk's root for a user without one, as in Docker. */
export function homeFolder(): string {
  // guard: no-home
  return attempt(homedir) ?? '/'
}

/** The user's name for programs such as ssh; empty if there is none. */
export function localUserName(): string {
  // guard: no-user-name
  return attempt(() => userInfo().username) ?? ''
}
