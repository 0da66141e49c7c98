import { homedir, userInfo } from 'node:os'
import { attempt } from './ignore-errors.ts'

// In a container a user may have no entry in passwd, so that the system knows neither their name nor, without `HOME`, their folder.

/** The home folder; the root of the disk, as in Docker, for a user who has none. */
export function homeFolder(): string {
  // guard: no-home
  return attempt(homedir) ?? '/'
}

/** The name that programs such as ssh take for the user; empty for one without a name. */
export function localUserName(): string {
  // guard: no-user-name
  return attempt(() => userInfo().username) ?? ''
}
