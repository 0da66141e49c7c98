import type { UnpushedCommits } from '../../src/shared/operations/repositories.ts'
import type { Differ } from './difference.ts'
import { colleague } from './history.ts'
import type { SaidOfRepository } from './latchkey.ts'
import { must, run } from './programs.ts'
import type { OwnRepository } from './repositories.ts'

interface Tested {
  repository: OwnRepository
  said: SaidOfRepository
  unpushed: UnpushedCommits
  /** Whether to run an offered command. */
  runsCommand: boolean
}

/** What isn’t pushed, and what the offered command rewrites. */
export async function compareUnpushed(
  { repository: { path: folder, kind, history, remotes }, said, unpushed, runsCommand }: Tested,
  differ: Differ,
): Promise<void> {
  const git = (...args: string[]) => must('git', ['-C', folder, ...args])
  /** Undefined if nothing was committed yet. */
  const list = async (...range: string[]): Promise<ListedCommit[] | undefined> => {
    // Unlike `git log`, it works with any signing settings.
    const options = ['--no-commit-header', '--format=%H%x00%an <%ae>%x00%ae%x00%ce']
    const { code, stdout } = await run('git', [
      '-C',
      folder,
      'rev-list',
      ...options,
      'HEAD',
      ...range,
    ])
    if (code !== 0) return undefined
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [hash = '', author = '', ...emails] = line.split('\0')
        return { hash, author, emails }
      })
  }
  const local = await list('--not', '--remotes')
  if (!local) return
  if (unpushed.state !== 'compared') {
    // Git refuses some settings when it is asked where it pushes, but not when it lists commits.
    const tracking = await run('git', ['for-each-ref', '--format=%(push)'], { folder })
    if (tracking.code !== 0) return
    if (history.branch !== undefined && said.repository.remote && remotes.folders.size > 0)
      differ('unpushed-state', unpushed, { count: local.length })
    return
  }
  const { findings, count } = unpushed
  if (count !== local.length) differ('unpushed-count', unpushed, { count: local.length })
  const emails = local.flatMap((commit) => commit.emails)
  const strangers = findings.filter(({ email }) => email !== undefined && !emails.includes(email))
  if (strangers.length > 0) differ('unpushed-findings', strangers, emails)
  const offer = findings.find(({ command }) => command !== undefined)
  if (!offer?.command || kind === 'bare' || !runsCommand) return
  const all = (await list())!
  const { hash: head } = all[0]!
  await git('reset', '--quiet', '--hard')
  const { code, output } = await run('sh', ['-c', offer.command], { folder })
  if (code === 0) compareHistory(offer, { all, local, after: (await list())! }, differ)
  else {
    await run('git', ['-C', folder, 'rebase', '--abort'])
    // Git can’t replay commits that it can’t sign.
    if (said.identity.verdict === 'verified') differ('command-fails', offer, output)
  }
  await git('reset', '--quiet', '--hard', head)
}

interface Histories {
  all: readonly ListedCommit[]
  /** Those that aren’t on a server. */
  local: readonly ListedCommit[]
  /** All commits after the command. */
  after: readonly ListedCommit[]
}

function compareHistory(
  offer: { kind: string; email?: string | undefined },
  { all, local, after }: Histories,
  differ: Differ,
): void {
  const isIn = (commits: readonly ListedCommit[], { hash }: ListedCommit) =>
    commits.some((commit) => commit.hash === hash)
  const rewritten = all.filter((commit) => !isIn(local, commit) && !isIn(after, commit))
  if (rewritten.length > 0) differ('command-rewrites-published', offer, rewritten)
  if (countColleague(after) !== countColleague(all)) differ('command-takes-over', offer, after)
  const remaining = after.filter((commit) => commit.emails[0] === offer.email && !isIn(all, commit))
  if (offer.kind === 'author' && remaining.length > 0)
    differ('command-without-effect', offer, remaining)
}

interface ListedCommit {
  hash: string
  author: string
  /** Of the author and the committer. */
  emails: string[]
}

const countColleague = (commits: readonly ListedCommit[]) =>
  commits.filter(({ author }) => author === colleague).length
