import type { MessageId } from '../../../shared/messages/message.ts'
import type {
  IdentityTarget,
  Repository,
  RepositoryIdentity,
  RepositoryScan,
} from '../../../shared/operations/repositories.ts'
import {
  type VerificationProblem,
  repositoryDepthLimit,
  repositoryLimit,
  repositoryScanMs,
  visitedFolderLimit,
} from '../../../shared/rules/repositories.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { instanceName } from '../../components/instance-name.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'

export const kindNames = {
  clone: undefined,
  worktree: 'repositories.worktree',
  submodule: 'repositories.submodule',
  bare: 'repositories.bare',
} as const satisfies Record<Repository['kind'], MessageId | undefined>

export const stateNames = {
  wrong: 'repositories.wrong',
  unknown: 'repositories.unknown',
  ok: 'repositories.ok',
} as const satisfies Record<string, MessageId>

export const repositoryProblemMessages = {
  'other-owner': 'repositories.otherOwner',
  unreadable: 'repositories.unreadable',
  'timed-out': 'repositories.timedOut',
  gone: 'repositories.gone',
  'git-missing': 'computer.gitMissing',
} as const satisfies Record<NonNullable<Repository['problem']>, MessageId>

const folderProblems = {
  missing: 'repositories.folderMissing',
  unreadable: 'repositories.folderUnreadable',
  'not-in-home': 'repositories.folderNotInHome',
} as const satisfies Record<RepositoryScan['problems'][number]['problem'], MessageId>

const problemMessages = {
  'no-name': 'repositories.noName',
  'no-email': 'repositories.noEmail',
  'email-not-on-account': 'repositories.emailNotOnAccount',
  'email-not-confirmed': 'repositories.emailNotConfirmed',
  unsigned: 'computer.signingOff',
  'program-missing': 'repositories.programMissing',
  'key-missing': 'repositories.keyMissing',
  'key-not-on-account': 'repositories.keyNotOnAccount',
  'key-cannot-sign': 'repositories.keyCannotSign',
  'key-expired': 'repositories.keyExpired',
  'key-revoked': 'repositories.keyRevoked',
  'email-not-in-key': 'repositories.emailNotInKey',
  'unknown-signer': 'repositories.unknownSigner',
  'no-account': 'repositories.noAccount',
  'account-not-read': 'repositories.accountNotRead',
} as const satisfies Record<VerificationProblem, MessageId>

/** Why GitLab won’t show commits as verified, or why that can’t be said; the most important reason first. */
export function describeProblems(
  { remote, problem: unreadable }: Repository,
  identity: RepositoryIdentity | undefined,
  usernameOf: (account: string) => string | undefined,
): string[] {
  const problem = unreadable ?? identity?.problem
  if (problem) return [t(repositoryProblemMessages[problem])]
  const { account, email, signingKey, problems = [] } = identity ?? {}
  const username = account === undefined ? undefined : usernameOf(account)
  const values = {
    account: username === undefined ? t('repositories.yourAccounts') : bidiIsolate(`@${username}`),
    email: bidiIsolate(email?.value ?? ''),
    host: bidiIsolate(remote?.host ?? ''),
  }
  return problems.map((one) => {
    if (one === 'key-missing' && !signingKey) return t('computer.noSigningKey')
    if (one === 'no-account' && !remote?.host) return t('repositories.noRemoteHost')
    return t(problemMessages[one], values)
  })
}

/** Why a scan may not have seen all repositories. */
export function describeLimits({ repositories, limits, problems }: RepositoryScan): string[] {
  const limitTexts = {
    canceled: () => t('repositories.canceled'),
    'too-many': () =>
      repositories.length >= repositoryLimit
        ? t('repositories.tooMany', { count: repositoryLimit })
        : t('repositories.tooManyFolders', { count: visitedFolderLimit }),
    'too-deep': () => t('repositories.tooDeep', { count: repositoryDepthLimit }),
    'timed-out': () => t('repositories.tooSlow', { seconds: repositoryScanMs / 1000 }),
  } satisfies Record<RepositoryScan['limits'][number], () => string>
  return [
    ...limits.map((limit) => limitTexts[limit]()),
    ...problems.map(({ folder, problem }) =>
      t(folderProblems[problem], { folder: bidiIsolate(folder) }),
    ),
  ]
}

/** Where a value is from: `~/.gitconfig:12`. */
export function describeOrigin({ file, line }: { file?: string; line?: number }): string {
  if (file === undefined) return t('repositories.noFile')
  return line === undefined ? file : `${file}:${line}`
}

/** The account that a repository belongs to, unless several may. */
export function accountOf(
  { remote }: Repository,
  identity: RepositoryIdentity | undefined,
): string | undefined {
  const [only, ...others] = remote?.accounts ?? []
  return identity?.account ?? (others.length === 0 ? only : undefined)
}

/** The folder that a repository is in. */
export function parentFolder(path: string): string {
  const parent = path.replace(/[/\\][^/\\]*$/, '')
  return /^([A-Za-z]:)?$/.test(parent) ? path.slice(0, parent.length + 1) : parent
}

/** What an identity is set for, in words. */
export function describeTarget(target: IdentityTarget, instance: string): string {
  if (target.kind === 'host') return instanceName(instance)
  return target.kind === 'folder' ? target.folder : target.path
}

/** The usernames of the signed-in accounts. */
export function useUsernames(): (account: string) => string | undefined {
  const accounts = useAccountsStore()
  return (account) => accounts.byId(account)?.user.username
}
