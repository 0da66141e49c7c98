import type { UnpushedCommits } from '../../../shared/operations/repositories.ts'
import { normalEmail } from '../../../shared/rules/email-address.ts'
import { unpushedLimit } from '../../../shared/rules/repositories.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import type { BinaryRun } from '../../platform/run-program.ts'
import { isTrue } from '../survey/git.ts'
import type { ScannedRepository } from './find-repositories.ts'
import { parseRemoteUrl } from './remote-url.ts'
import { authorOf } from './repository-identity.ts'
import { type RepositoryGit, gitIn, readRepositorySettings } from './repository-settings.ts'
import { type Commit, type RewriteGit, rewriteCommand } from './rewrite-command.ts'

/** Maximum total size, in bytes, of the commits searched for signatures. */
const commitBytesLimit = 8 * 1024 * 1024

type CommitComparison = Extract<UnpushedCommits, { state: 'compared' }>
type Finding = CommitComparison['findings'][number]

/** The name and email of the next commit's author and committer. */
interface Identity {
  author: { name?: string | undefined; email?: string | undefined }
  committer: { name?: string | undefined; email?: string | undefined }
}

/**
 * Compares unpushed commits with the author that git would use now. Guarantee: git only resolves references and reads
 * commits and reflogs; it doesn't verify signatures, fetch, or write anything.
 */
export async function readUnpushedCommits(
  repository: ScannedRepository,
  options: RepositoryGit,
): Promise<UnpushedCommits> {
  const read = await readRepositorySettings(repository, options)
  if ('problem' in read) return { state: 'not-read' }
  const git = gitIn(repository.path, options)
  const head = await git({ command: ['symbolic-ref', '--quiet', 'HEAD'] })
  if (head.exitCode !== 0) return { state: head.exitCode === 1 ? 'detached' : 'not-read' }
  const branch = lineOf(head)
  const { target } = read
  const format = '--format=%(push)%00%(push:short)%00%(upstream)%00%(upstream:short)'
  const tracking = await git({ command: ['for-each-ref', format, '--', branch] })
  if (tracking.exitCode !== 0) return { state: 'not-read' }
  const isUnborn = lineOf(tracking) === ''
  const [push = '', shortPush = '', upstream = '', shortUpstream = ''] =
    lineOf(tracking).split('\0')
  // Without a remote, there is nowhere to push to.
  if (isUnborn || (!target && upstream === '')) return { state: 'no-upstream' }
  // A branch can also be tracked in another place, such as in this repository.
  const tracked = [push, upstream].filter((ref) => ref !== '' && !ref.startsWith('refs/remotes/'))
  const list = await git({
    command: [
      'rev-list',
      `--max-count=${unpushedLimit + 1}`,
      '--topo-order',
      '--encoding=UTF-8',
      '--format=%H%x00%P%x00%ae%x00%an%x00%ce%x00%cn',
      // The tracked branch may not exist yet.
      '--ignore-missing',
      ...[branch, '--not', '--remotes', ...tracked, '--'],
    ],
  })
  if (list.exitCode !== 0) return { state: 'not-read' }
  const listed = parseCommits(list.stdout.toString())
  const commits = listed.slice(0, unpushedLimit)
  const author = authorOf(read)
  const identity = { author, committer: read.committer ?? author }
  const signs = isTrue(read.settings.findLast(({ name }) => name === 'commit.gpgsign')?.value)
  const hashes = commits.map(({ hash }) => `${hash}\n`).join('')
  const batch =
    signs && commits.length > 0
      ? await git({
          command: ['cat-file', '--batch'],
          input: hashes,
          maxOutput: commitBytesLimit,
        })
      : undefined
  // guard: unread-commits
  if (batch && batch.exitCode !== 0) return { state: 'not-read' }
  const unsigned = batch ? unsignedIn(batch.stdout) : new Set<string>()
  const unsignedCommits = commits.filter(({ hash }) => unsigned.has(hash))
  const groups: Group[] = [
    ...byEmail('author', commits, identity),
    ...byEmail('committer', commits, identity),
    { kind: 'unsigned', commits: unsignedCommits },
  ]
  const { settings } = read
  const rewriting: RewriteGit = { git, commits, committer: identity.committer, settings }
  const findings: Finding[] = []
  for (const { kind, email, commits: wrong } of groups) {
    if (wrong.length === 0) continue
    const isOthers = kind === 'author' && wrong.some((commit) => isApplied(commit, author))
    // A bare repository has no working tree to rebase in.
    const command =
      repository.kind === 'bare' || isOthers
        ? undefined
        : await rewriteCommand(wrong, rewriting, kind === 'author' ? email : undefined)
    findings.push({
      kind,
      ...(email !== undefined && { email: truncate(email, nameLimit) }),
      count: wrong.length,
      ...(command !== undefined && { command }),
    })
  }
  return {
    state: 'compared',
    upstream: truncate(
      shortPush || shortUpstream || (target ? parseRemoteUrl(target.name).shown : ''),
      nameLimit,
    ),
    count: commits.length,
    hasMore: listed.length > commits.length,
    findings,
  }
}

function lineOf({ stdout }: BinaryRun): string {
  return stdout.toString().split('\n')[0] ?? ''
}

function parseCommits(text: string): Commit[] {
  return Array.from(
    text.matchAll(
      /^([0-9a-f]{40,64})\0([0-9a-f ]*)\0([^\0\n]*)\0([^\0\n]*)\0([^\0\n]*)\0([^\0\n]*)$/gm,
    ),
    ([, hash = '', parents = '', author = '', authorName = '', committer = '', name = '']) => ({
      hash,
      parents: parents.split(' ').filter(Boolean),
      ...{ author, authorName, committer, committerName: name },
    }),
  )
}

/** Without an email, git refuses to commit, so there is nothing to compare. */
function isSame(email: string, now: string | undefined): boolean {
  return now === undefined || normalEmail(email) === normalEmail(now)
}

/** Whether someone else wrote a commit that was cherry-picked or applied here: its author is right. */
function isApplied({ author, authorName, committer }: Commit, now: Identity['author']): boolean {
  return normalEmail(author) !== normalEmail(committer) && authorName !== now.name
}

interface Group {
  kind: Finding['kind']
  email?: string
  commits: Commit[]
}

function byEmail(
  kind: 'author' | 'committer',
  commits: readonly Commit[],
  { author, committer }: Identity,
): Group[] {
  const others = commits.filter((commit) => {
    const isOwn = isSame(commit.author, author.email)
    if (kind === 'author') return !isOwn
    return (isOwn || isApplied(commit, author)) && !isSame(commit.committer, committer.email)
  })
  return [...new Set(others.map((commit) => commit[kind]))].map((email) => ({
    kind,
    email,
    commits: others.filter((commit) => commit[kind] === email),
  }))
}

/** The unsigned commits in the output of `git cat-file --batch`. */
function unsignedIn(output: Buffer): Set<string> {
  const unsigned = new Set<string>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    if (end < 0) break
    const [, hash, size] =
      /^([0-9a-f]+) commit (\d+)$/.exec(output.toString('latin1', at, end)) ?? []
    at = end + 1
    if (hash === undefined || size === undefined) continue
    const commit = output.toString('latin1', at, at + Number(size))
    const [head = ''] = commit.split('\n\n', 1)
    if (!/^gpgsig(-sha256)? /m.test(head)) unsigned.add(hash)
    at += Number(size) + 1
  }
  return unsigned
}
