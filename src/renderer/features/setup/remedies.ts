import type { MessageId } from '../../../shared/messages/message.ts'
import type { VerificationProblem } from '../../../shared/rules/repositories.ts'
import type { Finding, findings } from '../../../shared/rules/setup-checks.ts'

/** The screens on which problems are fixed, with their titles. */
export const remedyScreens = {
  keys: 'app.keysScreen',
  'new-ssh-key': 'app.newSshKeyScreen',
  emails: 'app.emailsScreen',
  'sign-in': 'app.signInScreen',
} as const satisfies Record<string, MessageId>
export type RemedyScreen = keyof typeof remedyScreens

type Problem = {
  [F in Finding]: (typeof findings)[F] extends 'failed' | 'warning' ? F : never
}[Finding]

/**
 * How to fix a finding for which no change is planned: on a screen, or as its hint explains. `change`: there is always
 * a planned change or an identity to edit.
 */
export const findingRemedies: Record<Problem, RemedyScreen | 'hint' | 'change'> = {
  'git-missing': 'hint',
  'git-fails': 'hint',
  'commit-fails': 'hint',
  'push-fails': 'hint',
  'git-old': 'hint',
  'no-key': 'new-ssh-key',
  'key-without-public': 'hint',
  'weak-key': 'new-ssh-key',
  'open-files': 'change',
  'key-not-on-account': 'keys',
  'key-expired': 'keys',
  'agent-not-needed': 'keys',
  'agent-without-key': 'change',
  'key-not-tried': 'hint',
  'no-agent': 'hint',
  'silent-agent': 'hint',
  'host-key-unknown': 'change',
  'host-key-changed': 'hint',
  'host-key-not-published': 'hint',
  'not-connected': 'hint',
  'identity-in-folders': 'hint',
  'no-name': 'change',
  'no-email': 'change',
  'email-not-verified': 'hint',
  'gpg-key-missing': 'hint',
  'signing-off': 'new-ssh-key',
  'no-signing-key': 'new-ssh-key',
  'signing-key-missing': 'new-ssh-key',
  'signing-fails': 'hint',
  'signing-key-not-on-account': 'keys',
  'signing-key-not-for-signing': 'keys',
  'signing-key-expired': 'keys',
  'signing-key-outdated': 'keys',
  'signing-key-revoked': 'keys',
  'signing-key-without-email': 'hint',
  'clock-wrong': 'hint',
}

/** Whether signed commits work in spite of a finding, which is only advice. */
export const isAdvice = (finding: Finding): boolean => finding === 'agent-not-needed'

/** The screen that fixes a finding for which no change is planned. */
export function findingScreen(finding: Finding): RemedyScreen | undefined {
  const remedy = (findingRemedies as Partial<Record<Finding, string>>)[finding]
  return remedy !== undefined && remedy in remedyScreens ? (remedy as RemedyScreen) : undefined
}

/** How to fix a problem in a repository: by setting an identity, on a screen, or as its text explains. */
const problemRemedies: Record<VerificationProblem, RemedyScreen | 'identity' | 'text'> = {
  'no-name': 'identity',
  'no-email': 'identity',
  'format-invalid': 'text',
  'email-not-on-account': 'identity',
  'email-not-confirmed': 'emails',
  unsigned: 'identity',
  'program-missing': 'text',
  'key-missing': 'identity',
  'key-not-on-account': 'keys',
  'key-outdated': 'keys',
  'key-cannot-sign': 'keys',
  'key-expired': 'keys',
  'key-revoked': 'keys',
  'email-not-in-key': 'identity',
  'email-maybe-private': 'text',
  'unknown-signer': 'text',
  'no-account': 'sign-in',
  'account-not-read': 'text',
}

/** The screen that fixes the main problem of a repository that has a remote on a GitLab. */
export function problemScreen(
  problems: readonly VerificationProblem[],
  hasHost: boolean,
): RemedyScreen | undefined {
  const remedies = problems.map((problem) =>
    problem === 'no-account' && !hasHost ? 'text' : problemRemedies[problem],
  )
  return remedies.find((remedy): remedy is RemedyScreen => remedy in remedyScreens)
}
