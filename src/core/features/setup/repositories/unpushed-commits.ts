import type { UnpushedCommits } from '../../../../shared/operations/repositories.ts'
import { normalEmail } from '../../../../shared/rules/email-address.ts'
import { unpushedLimit } from '../../../../shared/rules/repositories.ts'
import { nameLimit } from '../../../../shared/rules/limits.ts'
import { truncate } from '../../../../shared/rules/text-length.ts'
import { isTrue } from '../survey/git.ts'
import type { ScannedRepository } from './find-repositories.ts'
import { authorOf, committerOf } from './repository-identity.ts'
import { type RepositoryGit, gitIn, readRepositorySettings } from './repository-settings.ts'

/** Maximum total size, in bytes, of the commits searched for signatures. */
const commitBytesLimit = 8 * 1024 * 1024

interface Commit {
  hash: string
  author: string
  committer: string
}

type CommitComparison = Extract<UnpushedCommits, { state: 'compared' }>
type Finding = CommitComparison['findings'][number]

/**
 * Compares unpushed commits with the author that git would use now. Guarantee: git only resolves references and reads
 * commits; it doesn't verify signatures, fetch, or write anything.
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
  const upstream = await git({ command: ['rev-parse', '--abbrev-ref', '@{upstream}', '--'] })
  if (upstream.problem) return { state: 'not-read' }
  if (upstream.exitCode !== 0) return { state: 'no-upstream' }
  const list = await git({
    command: [
      'rev-list',
      `--max-count=${unpushedLimit + 1}`,
      '--encoding=UTF-8',
      '--format=%H%x00%ae%x00%ce',
      '@{upstream}..',
      '--',
    ],
  })
  if (list.exitCode !== 0) return { state: 'not-read' }
  const listed = parseCommits(list.stdout.toString())
  const commits = listed.slice(0, unpushedLimit)
  const author = authorOf(read).email
  const committer = committerOf(read)?.email ?? author
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
  const unsigned = batch?.exitCode === 0 ? countUnsigned(batch.stdout) : 0
  const findings: Finding[] = [
    ...byEmail('author', commits, author),
    ...byEmail(
      'committer',
      commits.filter((commit) => isSame(commit.author, author)),
      committer,
    ),
    ...(unsigned > 0 ? [{ kind: 'unsigned', count: unsigned, command: replay() } as const] : []),
  ]
  const canRewrite = repository.kind !== 'bare'
  return {
    state: 'compared',
    upstream: truncate(upstream.stdout.toString().split('\n')[0] ?? '', nameLimit),
    count: commits.length,
    hasMore: listed.length > commits.length,
    findings: canRewrite ? findings : findings.map(({ command: _, ...finding }) => finding),
  }
}

function parseCommits(text: string): Commit[] {
  return Array.from(
    text.matchAll(/^([0-9a-f]{40,64})\0([^\0\n]*)\0([^\0\n]*)$/gm),
    ([, hash = '', author = '', committer = '']) => ({ hash, author, committer }),
  )
}

/** Without an email, git refuses to commit, so there is nothing to compare. */
function isSame(email: string, now: string | undefined): boolean {
  return now === undefined || normalEmail(email) === normalEmail(now)
}

function byEmail(
  kind: 'author' | 'committer',
  commits: readonly Commit[],
  now: string | undefined,
): Finding[] {
  const others = commits.map((commit) => commit[kind]).filter((email) => !isSame(email, now))
  return [...new Set(others)].map((email) => {
    const command = kind === 'author' ? replayAuthor(email) : replay()
    return {
      kind,
      email: truncate(email, nameLimit),
      count: others.filter((other) => other === email).length,
      ...(command !== undefined && { command }),
    }
  })
}

/** Counts unsigned commits in the output of `git cat-file --batch`. */
function countUnsigned(output: Buffer): number {
  let unsigned = 0
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    if (end < 0) break
    const [, size] = /^[0-9a-f]+ commit (\d+)$/.exec(output.toString('latin1', at, end)) ?? []
    at = end + 1
    if (size === undefined) continue
    const commit = output.toString('latin1', at, at + Number(size))
    const [head = ''] = commit.split('\n\n', 1)
    if (!/^gpgsig(-sha256)? /m.test(head)) unsigned += 1
    at += Number(size) + 1
  }
  return unsigned
}

/**
 * Recreates the commits on the same base with the current committer, signed if signing is on. Authors and author dates
 * are kept.
 */
function replay(...options: string[]): string {
  const rebaseOptions = [
    '--keep-base',
    '--rebase-merges',
    '--no-autosquash',
    '--force-rebase',
    ...options,
  ]
  return `git rebase ${rebaseOptions.join(' ')} '@{upstream}'`
}

/**
 * Like `replay`, but also replaces an author. A commit can contain any email, so only these characters are passed to
 * the shell.
 */
function replayAuthor(email: string): string | undefined {
  // guard: email-in-shell
  if (!/^[A-Za-z0-9][A-Za-z0-9._%+@-]*$/.test(email)) return undefined
  const show = 'git log -1 --no-show-signature --format'
  const amend = `git commit --amend --no-edit --allow-empty --reset-author --date="$(${show}=%aI)"`
  return replay('--exec', `'test "$(${show}=%ae)" != ${email} || ${amend}'`)
}
