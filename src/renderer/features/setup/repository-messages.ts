import type { MessageId } from '../../../shared/messages/message.ts'
import type {
  IdentityTarget,
  Repository,
  RepositoryIdentity,
  RepositoryScan,
} from '../../../shared/operations/repositories.ts'
import {
  problemMessages,
  remoteHost,
  scannedFolderMessages,
} from '../../../shared/rules/repository-messages.ts'
import {
  repositoryDepthLimit,
  repositoryLimit,
  repositoryScanMs,
  visitedFolderLimit,
} from '../../../shared/rules/repositories.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { instanceName } from '../../components/instance-name.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t, textOf } from '../../ui/messages.ts'

export const kindNames = {
  clone: undefined,
  worktree: 'repositories.worktree',
  submodule: 'repositories.submodule',
  bare: 'repositories.bare',
} as const satisfies Record<Repository['kind'], MessageId | undefined>

export const stateNames = {
  wrong: 'repositories.notVerified',
  unknown: 'repositories.unknown',
  ok: 'repositories.verified',
} as const satisfies Record<string, MessageId>

/** The tones of a repository’s states. */
export const stateTones = { wrong: 'danger', unknown: 'unknown', ok: undefined } as const

/** Explains why GitLab won’t show commits as verified, or why that is unknown. The main reason is first. */
export function describeProblems(
  repository: Repository,
  identity: RepositoryIdentity | undefined,
  usernameOf: (account: string) => string | undefined,
): string[] {
  const { account, email, signingKey, problems = [], refused } = identity ?? {}
  const username = account === undefined ? undefined : usernameOf(account)
  return problemMessages({
    problem: repository.problem ?? identity?.problem,
    problems,
    refused,
    hasSigningKey: signingKey !== undefined,
    host: isolated(remoteHost(remoteOf(repository, identity))),
    email: isolated(email?.value),
    account: username === undefined ? undefined : bidiIsolate(`@${username}`),
  }).map(textOf)
}

const isolated = (text = '') => (text === '' ? '' : bidiIsolate(text))

/** Explains why a scan may have missed repositories. */
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
      t(scannedFolderMessages[problem], { folder: bidiIsolate(folder) }),
    ),
  ]
}

/** Formats where a value is set, such as `~/.gitconfig:12`. */
export function describeOrigin({ file, line }: { file?: string; line?: number }): string {
  if (file === undefined) return t('repositories.noFile')
  return line === undefined ? file : `${file}:${line}`
}

/** The remote to which git pushes; before git was queried, according to the repository’s own files. */
export function remoteOf({ remote }: Repository, identity: RepositoryIdentity | undefined) {
  return identity?.remote ?? remote
}

/** The account that a repository belongs to, unless that is ambiguous. */
export function accountOf(
  repository: Repository,
  identity: RepositoryIdentity | undefined,
): string | undefined {
  const [only, ...others] = remoteOf(repository, identity)?.accounts ?? []
  return identity?.account ?? (others.length === 0 ? only : undefined)
}

/** Whether an account’s identity is already set and would be replaced by another one. */
export function hasIdentity(identity: RepositoryIdentity | undefined): boolean {
  return identity?.account !== undefined && identity.verdict !== 'not-verified'
}

/** A repository’s parent folder. */
export function parentFolder(path: string): string {
  const parent = path.replace(/[/\\][^/\\]*$/, '')
  return /^([A-Za-z]:)?$/.test(parent) ? path.slice(0, parent.length + 1) : parent
}

/** Describes what an identity applies to. */
export function describeTarget(target: IdentityTarget, instance: string): string {
  if (target.kind === 'host') return instanceName(instance)
  return target.kind === 'folder' ? target.folder : target.path
}

/** Looks up usernames of signed-in accounts. */
export function useUsernames(): (account: string) => string | undefined {
  const accounts = useAccountsStore()
  return (account) => accounts.byId(account)?.user.username
}
