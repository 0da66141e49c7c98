import { app } from './app.ts'
import { certificates } from './certificates.ts'
import { common } from './common.ts'
import { counts } from './counts.ts'
import { failures } from './failures.ts'
import { figures } from './figures.ts'
import { forms } from './forms.ts'
import { home } from './home.ts'
import { keychain } from './keychain.ts'
import { readOnly } from './read-only.ts'
import { signIn } from './sign-in.ts'
import { time } from './time.ts'

/** What the first screen may show. */
export const shell = {
  ...app,
  ...certificates,
  ...common,
  ...counts,
  ...failures,
  ...figures,
  ...forms,
  ...home,
  ...keychain,
  ...readOnly,
  ...signIn,
  ...time,
}
