import { createFailureError, invalidInputError } from '../../platform/failures.ts'
import { readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import type {
  IdentityPlan,
  IdentityTableRow,
  IdentityTarget,
  RepositoryIdentity,
  RepositoryScan,
  UnpushedCommits,
} from '../../../shared/operations/repositories.ts'
import {
  FolderPath,
  type IdentityFields,
  type ShownPlan,
  identityFolderLimit,
} from '../../../shared/operations/identities.ts'
import { message } from '../../../shared/messages/message.ts'
import { repositoryFolderLimit } from '../../../shared/rules/repositories.ts'
import { scannedFolderMessages } from '../../../shared/rules/repository-messages.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { TaskLimiter } from '../../platform/task-limiter.ts'
import { after } from '../../platform/time/scheduler.ts'
import type { PlannedChange } from '../changes/planned-change.ts'
import { planSshHostFile } from '../changes/ssh-files.ts'
import { type ComputerFacts, computerFacts, gitFacts } from '../computer-facts.ts'
import { assertLocalPath, expandHome, shownPath } from '../home-paths.ts'
import { conditionsOf, identityId } from '../identities/identity-files.ts'
import type { Identities, IdentityProposal } from '../identities/identities.ts'
import { authorSettings, identityParts, overridden } from '../identities/plan-identity.ts'
import { addSigningKey, assertNobodyElseHas } from '../changes/plan-keys.ts'
import { type AccountAnswers, accountAnswers } from '../survey/account-answers.ts'
import type { Survey, SurveyOptions } from '../survey/survey.ts'
import {
  type AccountFacts,
  type SignedInAccount,
  type KnownAccounts,
  accountFacts,
} from './account-facts.ts'
import { affectedRepositories } from './affected-repositories.ts'
import { readSigner, signerProblem } from './commit-signer.ts'
import { type ScannedRepository, findRepositories, folderProblem } from './find-repositories.ts'
import { readIdentityTable } from './identity-table.ts'
import { planRepositorySettings } from './plan-repository.ts'
import { authorOf, formatIdent, readIdentity } from './repository-identity.ts'
import { type RepositoryReader, openRepositoryReader } from './repository-reader.ts'
import { uncoveredRepositories } from './uncovered-repositories.ts'
import { readUnpushedCommits } from './unpushed-commits.ts'

/** Names of folders in the home folder, in lower case. */
const commonFolders = ['src', 'work', 'projects', 'code', 'dev', 'git', 'repos', 'developer']

/** How long (ms) git may be asked about the results of a scan. */
const describingMs = 15_000

export const FoldersFile = z.object({ folders: z.array(FolderPath).default([]) })

interface RepositoriesOptions {
  survey: SurveyOptions
  folders: JsonFile<z.output<typeof FoldersFile>>
  /** Whether reading is limited to the home folder. */
  onlyHome: boolean
  signedInAccounts(): readonly SignedInAccount[]
  knownAccounts: Pick<KnownAccounts, 'keep'>
  identities: Identities
  surveyOf(gitlab: GitLabClient, facts: ComputerFacts): Survey
}

/** What is read once for a plan. */
interface Planning {
  gitlab: GitLabClient
  reader: RepositoryReader
  account: Survey
}

/** The repositories for which the user sets an identity. */
type MeantFor = Pick<IdentityFields, 'scope' | 'folders' | 'alias'>

/** The repositories on a computer. Only those found by the last scan can be queried. */
export class Repositories {
  readonly #options: RepositoriesOptions
  readonly #limiter = new TaskLimiter()
  #scan = new AbortController()
  #scanning: Promise<unknown> = Promise.resolve()
  #found = new Map<string, ScannedRepository>()

  constructor(options: RepositoriesOptions) {
    this.#options = options
  }

  folders(): string[] {
    // An edited file may have many, which are compared with each other.
    // guard: folder-count
    return this.#options.folders.read().folders.slice(0, repositoryFolderLimit)
  }

  /** Saves the folders. Rejects new ones that can’t be searched; saved ones may be on a disk that isn’t mounted. */
  async setFolders(folders: readonly string[]): Promise<string[]> {
    const { home } = this.#options.survey
    for (const folder of folders) assertLocalPath(folder)
    const shown = folders.map((folder) => shownPath(resolve(expandHome(folder, home)), home))
    const next = [...new Set(shown)]
    const savedFolders = this.folders()
    for (const folder of next)
      if (!savedFolders.includes(folder)) await this.#assertSearchable(folder)
    this.#options.folders.write({ folders: next })
    return next
  }

  async #assertSearchable(folder: string): Promise<void> {
    const path = expandHome(folder, this.#options.survey.home)
    const problem = this.#isAllowed(path) ? await folderProblem(path) : 'not-in-home'
    if (!problem) return
    const reason = message(scannedFolderMessages[problem], { folder })
    throw invalidInputError(reason, { field: 'folders' })
  }

  /** Common repository folders that exist. */
  async suggestedFolders(): Promise<string[]> {
    const { home } = this.#options.survey
    const names = await readdir(home).catch((): string[] => [])
    const common = commonFolders.flatMap((name) =>
      names.filter((other) => other.toLowerCase() === name),
    )
    const problems = await Promise.all(common.map((name) => folderProblem(join(home, name))))
    return common
      .filter((_, at) => !problems[at])
      .slice(0, repositoryFolderLimit)
      .map((name) => shownPath(join(home, name), home))
  }

  /** Deletes the folders and the scan results. */
  clear(): void {
    this.cancelScan()
    this.#options.folders.remove()
    this.#found.clear()
  }

  cancelScan(): Record<string, never> {
    this.#scan.abort()
    return {}
  }

  /** The repositories of the last scan, or of the saved folders if there was none. */
  async paths(): Promise<string[]> {
    await this.#scanning.catch(() => undefined)
    await this.#scanned()
    return [...this.#found.keys()]
  }

  scan(
    folders: readonly string[],
    onProgress: (progress: { repositories: number; folders: number }) => void,
  ): Promise<RepositoryScan> {
    const scanning = this.#search(folders, onProgress)
    this.#scanning = scanning
    return scanning
  }

  async #search(
    ...[folders, onProgress]: Parameters<Repositories['scan']>
  ): Promise<RepositoryScan> {
    this.cancelScan()
    const scan = new AbortController()
    this.#scan = scan
    const { home } = this.#options.survey
    const paths = folders.map((folder) => resolve(expandHome(folder, home)))
    const allowed = paths.filter((path) => this.#isAllowed(path))
    const searchResult = await findRepositories(allowed, { signal: scan.signal, onProgress })
    if (this.#scan === scan) {
      this.#found = new Map(
        searchResult.repositories.map((repository) => [
          shownPath(repository.path, home),
          repository,
        ]),
      )
    }
    const repositories = await this.#describeAll(searchResult.repositories, scan.signal)
    const refused = paths
      .filter((path) => !allowed.includes(path))
      .map((folder) => ({ folder, problem: 'not-in-home' as const }))
    return {
      repositories,
      limits: searchResult.limits,
      problems: [...searchResult.problems, ...refused].map(({ folder, problem }) => ({
        folder: shownPath(folder, home),
        problem,
      })),
    }
  }

  /** Asks git about unusual repositories, but only for a limited time. */
  async #describeAll(found: readonly ScannedRepository[], signal: AbortSignal) {
    const timeout = new AbortController()
    const cancel = after(describingMs, () => timeout.abort())
    try {
      const reader = await this.#reader()
      const ended = AbortSignal.any([signal, timeout.signal])
      return await Promise.all(found.map((repository) => reader.describe(repository, ended)))
    } finally {
      cancel()
    }
  }

  /** Plans an account's identity for some repositories. Keeps settings that already work. */
  async planIdentity(
    gitlab: GitLabClient,
    target: IdentityTarget,
    email?: string,
  ): Promise<IdentityPlan> {
    const planning = await this.#planning(gitlab)
    const usedEmail =
      target.kind === 'repository' ? await this.#usedEmail(target.path, planning) : undefined
    const proposal = await this.#options.identities.propose(gitlab, {
      chosenEmail: email,
      usedEmail,
      survey: planning.account,
    })
    const plan = await this.#planTarget(planning, target, proposal)
    const all = target.kind === 'repository' ? [this.#find(target.path)] : this.#all()
    const affected = await this.#affected(all, planning, proposal.fields, plan.uncovered)
    return { ...plan, ...affected, email: proposal.fields.email, emails: proposal.emails }
  }

  async #planning(gitlab: GitLabClient): Promise<Planning> {
    const facts = this.#facts()
    const account = this.#options.surveyOf(gitlab, facts)
    const reader = await openRepositoryReader({ facts, accounts: this.#accounts(account) })
    return { gitlab, reader, account }
  }

  /** Plans to save an account's identity, and lists what that changes in repositories. */
  async planSave(gitlab: GitLabClient, fields: IdentityFields): Promise<ShownPlan> {
    const planning = await this.#planning(gitlab)
    const { account: survey } = planning
    const shown = await this.#options.identities.planSave(gitlab, fields, { survey })
    const all = await this.#scanned(fields.folders)
    const { uncovered } = await this.#uncovered(planning, fields, fields)
    return { ...shown, ...(await this.#affected(all, planning, fields, uncovered)) }
  }

  /** Plans to remove an identity, and lists what that changes in repositories. */
  async planRemoval(id: string): Promise<ShownPlan> {
    const facts = this.#facts()
    const shown = await this.#options.identities.planRemoval(id, facts)
    const all = await this.#scanned()
    return { ...shown, ...(await this.#affected(all, { reader: await this.#reader(facts) }, {})) }
  }

  #all(): ScannedRepository[] {
    return [...this.#found.values()]
  }

  /** The repositories of the last scan, or of the saved and these folders if there was none. */
  async #scanned(folders: readonly string[] = []): Promise<ScannedRepository[]> {
    if (this.#found.size === 0) await this.scan([...this.folders(), ...folders], () => undefined)
    return this.#all()
  }

  async #usedEmail(path: string, { reader }: Planning): Promise<string | undefined> {
    const read = await reader.settings(this.#find(path))
    return 'problem' in read ? undefined : authorOf(read).email
  }

  async #planTarget(
    planning: Planning,
    target: IdentityTarget,
    proposal: IdentityProposal,
  ): Promise<ShownPlan & Pick<IdentityPlan, 'lockedKey' | 'uncovered'>> {
    const { identities, survey } = this.#options
    if (target.kind === 'repository') {
      const repository = this.#find(target.path)
      const { changes, ...lock } = await this.#planRepository(planning, repository, proposal)
      return { ...identities.show(changes), ...lock }
    }
    const { fields, isNew, lockedKey } = proposal
    const isLocked = isNew && lockedKey !== undefined
    const keepsSigning = isNew && (fields.key === undefined || isLocked)
    const options = { isLast: true, keepsSigning, survey: planning.account }
    const lock = isLocked ? { lockedKey } : {}
    const meant: MeantFor =
      target.kind === 'host'
        ? { scope: 'host', folders: [] }
        : { scope: 'folders', folders: [target.folder] }
    const save = async (planned: IdentityFields) => {
      const shown = await identities.planSave(planning.gitlab, planned, options)
      return { ...shown, ...lock, ...(await this.#uncovered(planning, meant, planned)) }
    }
    if (target.kind === 'host') return save({ ...fields, scope: 'host' })
    const folder = shownPath(expandHome(target.folder, survey.home), survey.home)
    const folders = [...new Set([...fields.folders, folder])]
    if (folders.length > identityFolderLimit) {
      throw createFailureError('setup.tooManyFolders', { max: identityFolderLimit })
    }
    return save({ ...fields, folders })
  }

  /** What the shown changes would do to the repositories of the last scan. */
  async #affected(
    all: readonly ScannedRepository[],
    { reader }: Pick<Planning, 'reader'>,
    fields: Pick<IdentityFields, 'key'>,
    uncovered: readonly string[] = [],
  ): Promise<Pick<ShownPlan, 'affected' | 'unexamined'>> {
    if (all.length === 0) return {}
    const plan = { changes: this.#options.identities.shownChanges, fields, uncovered }
    return affectedRepositories(all, plan, reader)
  }

  /** The repositories that a user would expect the plan to cover, but in which git wouldn't use the identity. */
  async #uncovered(
    { gitlab, reader, account }: Planning,
    { scope, folders, alias }: MeantFor,
    fields: IdentityFields,
  ): Promise<Pick<IdentityPlan, 'uncovered'>> {
    const { survey } = this.#options
    const all = this.#all()
    const isIn = (path: string) => (folder: string) =>
      join(path, sep).startsWith(join(expandHome(folder, survey.home), sep))
    const isMeant = await Promise.all(
      all.map(async (repository) => {
        if (folders.some(isIn(repository.path))) return true
        if (scope === 'folders') return false
        const { remote } = await reader.describe(repository)
        if (scope === 'alias') return remote?.host === alias
        return remote?.accounts.includes(gitlab.account) === true
      }),
    )
    const conditions = conditionsOf(fields, account.baseUrl, survey.home)
    const identity = {
      ...fields,
      conditions,
      settings: await authorSettings(account.facts, fields),
    }
    const meant = all.filter((_, at) => isMeant[at])
    const uncovered = await uncoveredRepositories(meant, identity, reader)
    if (uncovered.length === 0) return {}
    return { uncovered: uncovered.map(({ path }) => shownPath(path, survey.home)) }
  }

  async #planRepository(
    { gitlab, reader, account }: Planning,
    repository: ScannedRepository,
    { fields, lockedKey }: IdentityProposal,
  ): Promise<{ changes: PlannedChange[]; lockedKey?: string }> {
    const { survey } = this.#options
    const read = await reader.settings(repository)
    if ('problem' in read) {
      throw createFailureError('setup.repositoryNotRead', { path: repository.path })
    }
    const { settings, configFile, worktreeFile, refused } = read
    const parts = await identityParts(account, { ...fields, scope: 'folders' })
    const { sshKey } = await readIdentity(repository, reader)
    const isReached = !sshKey || sshKey.account === gitlab.account
    const { path } = repository
    const commit = { folder: path, settings, committer: formatIdent(fields), refused }
    const own = { id: gitlab.account, instance: account.baseUrl, username: account.username }
    const signer = await readSigner(commit, { ...reader, agent: () => reader.agent() })
    const { email } = fields
    const comparison = { email, account: this.#factsOf(own, [account]), now: reader.now() }
    const isSigned = !signer.problem && !(await signerProblem(signer, comparison))
    const signs = fields.signs && !isSigned && lockedKey === undefined
    const isSsh = !signer.problem && signer.format === 'ssh'
    const signingKey = signs ? parts.signingKey : isSsh ? signer.fingerprint : undefined
    const targetSettings = [
      ...parts.author,
      ...overridden(
        settings.map(({ name, value }): [string, string] => [name, value]),
        fields,
      ),
      ...(signs ? parts.signing : []),
      ...(isReached ? [] : parts.remotes),
    ]
    const id = identityId(account.baseUrl, account.username)
    const changes = [
      ...(isReached || !parts.sshHost ? [] : planSshHostFile(survey.home, id, parts.sshHost)),
      ...(signs ? parts.signer : []),
      ...planRepositorySettings({ configFile, worktreeFile, settings }, targetSettings, survey),
      ...(await addSigningKey(account, signingKey)),
    ]
    if (changes.length === 0) await assertNobodyElseHas(account, signingKey)
    return { changes, ...(lockedKey !== undefined && !isSigned && { lockedKey }) }
  }

  /** A repository found by the last scan. */
  #find(path: string): ScannedRepository {
    const repository = this.#found.get(path)
    // guard: found-repository
    if (!repository) throw createFailureError('setup.repositoryGone')
    return repository
  }

  async identities(paths: readonly string[]): Promise<RepositoryIdentity[]> {
    const reader = await this.#reader()
    return Promise.all(
      paths.map(async (path) => {
        const repository = this.#found.get(path) ?? { path, kind: 'clone', problem: 'gone' }
        return { path, ...(await readIdentity(repository, reader)) }
      }),
    )
  }

  async unpushed(path: string): Promise<UnpushedCommits> {
    const { environment } = this.#options.survey
    const repository = this.#found.get(path)
    if (!repository || repository.problem) return { state: 'not-read' }
    return readUnpushedCommits(repository, { environment, limiter: this.#limiter })
  }

  async identityTable(): Promise<IdentityTableRow[]> {
    const { survey } = this.#options
    return readIdentityTable(gitFacts(survey), this.#accounts())
  }

  #isAllowed(path: string): boolean {
    const { onlyHome, survey } = this.#options
    // guard: demo-folders
    return !onlyHome || join(path, sep).startsWith(join(survey.home, sep))
  }

  /** The signed-in accounts, sharing the answers of the one that is planned for. */
  #accounts(planned?: Survey): AccountFacts[] {
    const { signedInAccounts, knownAccounts, survey } = this.#options
    return signedInAccounts().map((account) => {
      const { id, instance, gitlab } = account
      knownAccounts.keep(account, {})
      const answers = accountAnswers(gitlab, instance, survey.gpgKeys)
      return this.#factsOf(account, planned?.gitlab.account === id ? [planned, answers] : [answers])
    })
  }

  #factsOf(account: AccountFacts['account'], answers: readonly AccountAnswers[]): AccountFacts {
    return accountFacts(account, answers, (read) => this.#options.knownAccounts.keep(account, read))
  }

  #facts(): ComputerFacts {
    return computerFacts(this.#options.survey, this.#limiter)
  }

  #reader(facts = this.#facts()): Promise<RepositoryReader> {
    return openRepositoryReader({ facts, accounts: this.#accounts() })
  }
}
