import { normalEmail } from '../../../shared/rules/email-address.ts'
import type { RepositorySetting, gitIn } from './repository-settings.ts'

/** An unpushed commit. */
export interface Commit {
  hash: string
  parents: string[]
  author: string
  authorName: string
  committer: string
  committerName: string
}

export interface RewriteGit {
  git: ReturnType<typeof gitIn>
  /** The unpushed commits, each before its parents. */
  commits: readonly Commit[]
  committer: { name?: string | undefined; email?: string | undefined }
  /** Those that apply on the branch. */
  settings: readonly Pick<RepositorySetting, 'name'>[]
}

/**
 * A command that recreates commits with the current committer, signed if signing is on, and keeps authors and dates; it
 * replaces the author only for the given email. It rewrites nothing but these commits and those on top of them.
 * Undefined if that isn't safe: someone else made one of them, or the shell could misread the email.
 */
export async function rewriteCommand(
  wrong: readonly Commit[],
  rewriting: RewriteGit,
  email?: string,
): Promise<string | undefined> {
  const rewritten = withDescendants(wrong, rewriting.commits)
  // The command would take these over, too.
  const isShared = rewritten.some(
    (commit) => email !== undefined && commit.author === email && !wrong.includes(commit),
  )
  if (isShared || !(await areMadeHere(rewritten, rewriting))) return undefined
  const options = email === undefined ? [] : authorOptions(email)
  const base = options && (await baseOf(rewritten, rewriting))
  if (!base) return undefined
  const rebase = ['rebase', '--rebase-merges', '--no-autosquash', '--force-rebase', ...options]
  const words = [...settingsOfBranch(rewriting.settings), ...rebase, ...base.arguments]
  return `${base.before}git ${words.join(' ')}`
}

/** While git rebases, no branch is checked out, so settings for one (`includeIf.onbranch`) are passed. */
function settingsOfBranch(settings: RewriteGit['settings']): string[] {
  if (!settings.some(({ name }) => name.startsWith('includeif.onbranch:'))) return []
  return commitSettings
    .filter((setting) => settings.some(({ name }) => name === setting))
    .flatMap((name) => {
      const type = name === 'commit.gpgsign' ? '--bool ' : ''
      return ['-c', `${name}="$(git config ${type}${name})"`]
    })
}

/** Settings that determine the author, committer, and signature of a commit. */
const commitSettings = [
  ...['user', 'author', 'committer'].flatMap((role) => [`${role}.name`, `${role}.email`]),
  ...['commit.gpgsign', 'user.signingkey', 'gpg.format', 'gpg.program'],
  ...['gpg.openpgp.program', 'gpg.ssh.program', 'gpg.x509.program', 'gpg.ssh.defaultkeycommand'],
]

/** The commits that change their hash with these. */
function withDescendants(wrong: readonly Commit[], commits: readonly Commit[]): Commit[] {
  const rewritten = new Set(wrong.map(({ hash }) => hash))
  // From the oldest to the newest.
  for (const { hash, parents } of commits.toReversed())
    if (parents.some((parent) => rewritten.has(parent))) rewritten.add(hash)
  return commits.filter(({ hash }) => rewritten.has(hash))
}

/**
 * Whether this user made all these commits here. Those of others may be published without a remote-tracking branch,
 * such as after fetching a merge request.
 */
async function areMadeHere(
  commits: readonly Commit[],
  { git, committer }: RewriteGit,
): Promise<boolean> {
  const others = commits.filter(
    (commit) =>
      commit.committerName !== committer.name &&
      (committer.email === undefined ||
        normalEmail(commit.committer) !== normalEmail(committer.email)),
  )
  if (others.length === 0) return true
  const reflog = await git({
    command: ['log', '--walk-reflogs', '--all', '--no-show-signature', '--format=%H%x00%gs', '--'],
    maxOutput: 16 * 1024 * 1024,
  })
  if (reflog.exitCode !== 0) return false
  const made = new Set<string>()
  for (const line of reflog.stdout.toString().split('\n')) {
    const [hash = '', action = ''] = line.split('\0')
    if (!broughtIn.test(action)) made.add(hash)
  }
  return others.every(({ hash }) => made.has(hash))
}

/** Entries of a reflog for commits that weren't made here, such as `pull: Fast-forward`. */
const broughtIn =
  /^(branch|checkout|clone|fetch|initial pull|push|reset|switch|update by push|worktree)\b|\((start|finish|abort)\)|: (fast-forward|updating)/i

interface Base {
  /** Commands to run first. */
  before: string
  /** The arguments of `git rebase` that select exactly the rewritten commits. */
  arguments: string[]
}

/**
 * Excludes the parents of the rewritten commits and everything below. Independent parents, such as a published branch
 * and a merged one, need a commit that joins them, because `git rebase` takes only one.
 */
async function baseOf(
  rewritten: readonly Commit[],
  { git }: RewriteGit,
): Promise<Base | undefined> {
  const hashes = new Set(rewritten.map(({ hash }) => hash))
  const parents = new Set(
    rewritten.flatMap((commit) => commit.parents.filter((parent) => !hashes.has(parent))),
  )
  if (parents.size === 0) return { before: '', arguments: ['--root'] }
  const heads = [...parents]
  if (heads.length > 1) {
    const run = await git({ command: ['merge-base', '--independent', ...heads] })
    if (run.exitCode !== 0) return undefined
    heads.splice(0, heads.length, ...run.stdout.toString().split('\n').filter(Boolean))
  }
  const [head = '', ...others] = heads
  if (others.length === 0) return { before: '', arguments: [head] }
  const joined = heads.map((parent) => `-p ${parent}`).join(' ')
  return {
    before: `base=$(git commit-tree -m base ${joined} '${head}^{tree}') && `,
    arguments: ['--onto', '"$(git merge-base "$base" HEAD)"', '"$base"'],
  }
}

/** Replaces an author. A commit can contain any email, so only these characters are passed to the shell. */
function authorOptions(email: string): string[] | undefined {
  // guard: email-in-shell
  if (!/^[A-Za-z0-9][A-Za-z0-9._%+@-]*$/.test(email)) return undefined
  const show = 'git log -1 --no-show-signature --format'
  const amend = `git commit --amend --no-edit --allow-empty --reset-author --date="$(${show}=%aI)"`
  return ['--exec', `'test "$(${show}=%ae)" != ${email} || ${amend}'`]
}
