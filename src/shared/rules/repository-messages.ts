import { type Message, type MessageId, message } from '../messages/message.ts'
import type { RepositoryIdentity } from '../operations/repositories.ts'
import type {
  VerificationProblem,
  repositoryProblems,
  scannedFolderProblems,
} from './repositories.ts'

type RepositoryProblem = (typeof repositoryProblems)[number]

const repositoryProblemMessages = {
  'other-owner': 'repositories.otherOwner',
  unreadable: 'repositories.unreadable',
  'not-utf8': 'repositories.notUtf8',
  'timed-out': 'repositories.timedOut',
  gone: 'repositories.gone',
  'git-missing': 'computer.gitMissing',
} as const satisfies Record<RepositoryProblem, MessageId>

/** Messages that explain why a folder isn’t scanned. */
export const scannedFolderMessages = {
  missing: 'repositories.folderMissing',
  unreadable: 'repositories.folderUnreadable',
  'not-in-home': 'repositories.folderNotInHome',
} as const satisfies Record<(typeof scannedFolderProblems)[number], MessageId>

const verificationMessages = {
  'no-name': 'repositories.noName',
  'no-email': 'repositories.noEmail',
  'format-invalid': 'repositories.settingRefused',
  'email-not-on-account': 'repositories.emailNotOnAccount',
  'email-not-confirmed': 'repositories.emailNotConfirmed',
  'email-maybe-private': 'repositories.emailMaybePrivate',
  unsigned: 'computer.signingOff',
  'program-missing': 'repositories.programMissing',
  'key-missing': 'repositories.keyMissing',
  'key-not-on-account': 'repositories.keyNotOnAccount',
  'key-outdated': 'repositories.keyOutdated',
  'key-cannot-sign': 'repositories.keyCannotSign',
  'key-expired': 'repositories.keyExpired',
  'key-revoked': 'repositories.keyRevoked',
  'email-not-in-key': 'repositories.emailNotInKey',
  'unknown-signer': 'repositories.unknownSigner',
  'no-account': 'repositories.noAccount',
  'account-not-read': 'repositories.accountNotRead',
} as const satisfies Record<VerificationProblem, MessageId>

interface ReadRepository {
  /** Why it can’t be read, if applicable. */
  problem: RepositoryProblem | undefined
  problems: readonly VerificationProblem[]
  /** The setting that git refuses. */
  refused: RepositoryIdentity['refused']
  hasSigningKey: boolean
  /** Its remote's host; empty if it has no remote. */
  host: string
  /** The email in its commits and the account to compare them with, for display. */
  email: string
  account: string | undefined
}

/** A remote’s host, with the port that tells instances on one host apart. Over SSH, the port is another server’s. */
export function remoteHost(remote: { host?: string | undefined; url: string } | undefined): string {
  const host = remote?.host ?? ''
  const port = /^https?:\/\/[^/]*:(\d+)(?:\/|$)/i.exec(remote?.url ?? '')?.[1]
  return host !== '' && port !== undefined ? `${host}:${port}` : host
}

/** Names the setting that git refuses, and where it is set. */
export function refusedMessage({
  setting,
  said,
  file,
  line,
}: {
  setting: string
  said: string
  file?: string | number | undefined
  line?: string | number | undefined
}): Message {
  const place =
    file === undefined ? message('repositories.noFile') : [file, line].filter(Boolean).join(':')
  return message('repositories.settingRefused', { setting, said, place })
}

/** Why GitLab won’t verify commits, or why that is unknown; most important reason first. */
export function problemMessages({
  problem,
  problems,
  refused,
  hasSigningKey,
  host,
  email,
  account,
}: ReadRepository): Message[] {
  if (problem) return [message(repositoryProblemMessages[problem])]
  const values = { account: account ?? message('repositories.yourAccounts'), email, host }
  return problems.map((one) => {
    if (one === 'key-missing' && !hasSigningKey) return message('computer.noSigningKey')
    if (one === 'format-invalid' && refused) return refusedMessage(refused)
    if (one === 'no-account' && host === '') return message('repositories.noRemoteHost')
    return message(verificationMessages[one], values)
  })
}
