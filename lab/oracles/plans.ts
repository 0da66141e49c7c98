import { realpathSync } from 'node:fs'
import type { Random } from '../../src/sandbox/seed/random.ts'
import type { ChangeResult } from '../../src/shared/operations/setup.ts'
import type { IdentityPlan, IdentityTarget } from '../../src/shared/operations/repositories.ts'
import { commit } from './actions.ts'
import type { Comparison, Difference } from './difference.ts'
import type { Computer } from './computer.ts'
import type { SaidOfRepository } from './latchkey.ts'
import { run } from './programs.ts'

/** Sets an account’s identity on some computers, as the user would, and commits in their repositories. */
export async function comparePlan(
  { repositories }: Computer,
  { instance, latchkey, home }: Comparison,
  random: Random,
): Promise<Difference[]> {
  // Few computers have a folder that is a link.
  const linked = repositories.filter(({ isLinked }) => isLinked)
  if (!random.chance(linked.length > 0 ? 0.8 : 0.2)) return []
  const chosen = random.pick(linked.length > 0 ? linked : repositories)
  const shown = chosen.path.replace(home, '~')
  const folder = shown.split('/').slice(0, 2).join('/')
  const target = random.pick<IdentityTarget>([
    { kind: 'repository', path: shown },
    { kind: 'folder', folder },
    { kind: 'folder', folder },
    { kind: 'host' },
  ])
  const account = latchkey.ids.get(instance.accounts[0].username)
  const planned = await latchkey
    .call<IdentityPlan>('repositories.planIdentity', { target }, account)
    // It was refused with a reason.
    .catch(() => undefined)
  if (!planned || planned.changes.length === 0) return []
  const results = await latchkey.call<ChangeResult[]>(
    'identities.apply',
    { plan: planned.plan },
    account,
  )
  if (results.some(({ outcome }) => outcome !== 'done'))
    return [{ aspect: 'plan-applied', says: planned, does: results }]
  const said = await latchkey.scan()
  const differences = said.map(async (after): Promise<Difference[]> => {
    const { path, remote } = after.repository
    const repository = repositories.find((other) => other.path.replace(home, '~') === path)
    const isMeant = {
      repository: path === shown,
      folder: path.startsWith(`${folder}/`),
      host: remote?.accounts.includes(account!) === true,
    }[target.kind]
    if (!repository || !isMeant || repository.kind === 'bare' || hasProblem(after)) return []
    const found: Difference[] = []
    const differ = (aspect: string, says: unknown, does: unknown) =>
      void found.push({ aspect, path, says, does })
    const { email } = after.identity
    const isUncovered = planned.uncovered?.includes(path) === true
    const git = (...args: string[]) => run('git', ['-C', repository.path, 'config', ...args])
    const isRead = (await git('latchkey.username')).stdout !== ''
    const isInFolder = target.kind === 'folder' && (await isGitFolderIn(repository.path, folder))
    if (isInFolder && !isRead)
      differ('plan-condition', planned.changes, await realGitFolder(repository.path))
    const hasOwnName = (await git('--local', '--get-regexp', String.raw`\.name$`)).stdout !== ''
    // A shell that followed a link, and everything that resolves links.
    for (const variables of repository.isLinked ? [{}, { PWD: undefined }] : [{}]) {
      const { made, output } = await commit(repository.path, instance, { variables })
      const { email: plannedEmail, changes, uncovered } = planned
      const says = { target, email: plannedEmail, uncovered, changes }
      if (made && made.author.email !== plannedEmail && !isUncovered)
        differ('plan-email', says, { variables, ...made.author })
      const isUsed = made?.author.email === plannedEmail && made.committer === plannedEmail
      if (isUncovered && isRead && isUsed && !hasOwnName) differ('plan-uncovered', says, made)
      const isAsListed = !made || 'PWD' in variables || made.author.email === email?.value
      if (!isAsListed) differ('plan-list', email, { variables, ...made.author })
      if (!made && after.identity.verdict === 'verified') differ('plan-commit', says, output)
    }
    return found
  })
  return (await Promise.all(differences)).flat()
}

/** Git compares its folder with the condition, after it resolved links. */
async function isGitFolderIn(repository: string, folder: string): Promise<boolean> {
  const expanded = folder.replace('~', process.env.HOME!)
  return (await realGitFolder(repository)).startsWith(`${realpathSync(expanded)}/`)
}

async function realGitFolder(repository: string): Promise<string> {
  const { stdout } = await run('git', ['-C', repository, 'rev-parse', '--absolute-git-dir'])
  return realpathSync(stdout.trimEnd())
}

const hasProblem = ({ repository, identity }: SaidOfRepository) =>
  repository.problem !== undefined || identity.problem !== undefined
