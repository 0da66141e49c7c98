import { createFailureError } from '../platform/failures.ts'
import type {
  ChangeResult,
  Check,
  CheckResult,
  LastChecks,
  AppliedChanges,
  SetupChange,
  SetupKey,
  UndoneChange,
} from '../../shared/operations/setup.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import { runCheck } from './checks.ts'
import { applyChanges } from './changes/apply.ts'
import { shownPath } from './home-paths.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../platform/failure.ts'
import { type SurveyOptions, Survey, emailChoices } from './survey/survey.ts'
import { keyComment } from './changes/make-key.ts'
import { hostKeyChange, openFileChanges } from './changes/plan-files.ts'
import { gitChanges } from './changes/plan-git.ts'
import { keyChanges, signingKeyChange } from './changes/plan-keys.ts'
import type { ChosenKey, PlannedChange, ImportKey } from './changes/planned-change.ts'
import { canUndo } from './changes/recorded-changes.ts'
import { type UndoOptions, nameOf, planUndo, undoChanges } from './changes/undo.ts'
import { isDoubtful, isLocked, needsPassphrase, ownerOnInstance } from './survey/usable-keys.ts'

interface SetupOptions extends Pick<UndoOptions, 'signedInAccounts' | 'changes'> {
  survey: SurveyOptions
  importKey: ImportKey
  accountOf(id: string): { baseUrl: string; username: string; hasOthers: boolean }
}

interface Run {
  number: number
  survey: Survey
  /** Milliseconds since 1970. */
  at: number
  results: CheckResult[]
  /** The most recently shown changes. */
  plan?: Promise<PlannedChange[]>
}

/** Overrides the most useful key and the commit email. */
interface Choice {
  /** The fingerprint of a key. */
  key?: string | undefined
  email?: string | undefined
}

/** The setup of this computer for each account: missing parts, and the changes that add them. */
export class Setup {
  readonly #options: SetupOptions
  /** Each account's last run. */
  readonly #runs = new Map<string, Run>()

  /** Milliseconds since 1970. */
  #keyAddedAt = 0

  constructor(options: SetupOptions) {
    this.#options = options
  }

  async check(
    gitlab: GitLabClient,
    { check, run: number }: { check: Check; run?: number | undefined },
  ): Promise<CheckResult> {
    if (number === undefined) return runCheck(check, this.#survey(gitlab))
    const run = this.#run(gitlab, number)
    const result = await runCheck(check, run.survey)
    run.results.push(result)
    return result
  }

  /** The last run's results; discarded when changes are made. */
  last(account: string): LastChecks {
    const run = this.#runs.get(account)
    return run ? { run: run.number, at: run.at, results: run.results } : { results: [] }
  }

  /** The keys that git could use, most useful first. */
  async keys(gitlab: GitLabClient, number: number): Promise<SetupKey[]> {
    const { survey } = this.#run(gitlab, number)
    const keys = (await survey.keys()).filter((key) => !key.weak && !ownerOnInstance(survey, key))
    return Promise.all(
      keys.map(async (key) => ({
        fingerprint: key.fingerprint,
        name: key.files ? shownPath(key.files.publicKey, this.#options.survey.home) : key.title,
        hasPassphrase: await needsPassphrase(key, survey.facts),
        isInAgent: key.isInAgent,
        ...(key.purpose && { purpose: key.purpose }),
        ...(key.onAccount && {
          onAccount: key.onAccount.title,
          ...(key.onAccount.expires_at && { expiresAt: key.onAccount.expires_at }),
        }),
      })),
    )
  }

  /** The account's confirmed emails, the commit email first. */
  async emails(gitlab: GitLabClient, number: number): Promise<string[]> {
    const owner = await this.#run(gitlab, number).survey.owner().catch(ifUnanswered)
    return owner ? emailChoices(owner) : []
  }

  async plan(
    gitlab: GitLabClient,
    { run: number, ...choice }: { run: number } & Choice,
  ): Promise<SetupChange[]> {
    const run = this.#run(gitlab, number)
    run.plan = planChanges(run.survey, choice)
    const { home } = this.#options.survey
    return (await run.plan).map(({ change, needs }) => ({
      ...change,
      ...(needs !== undefined && { needs }),
      file: shownPath(change.file, home),
    }))
  }

  /** Applies changes from a plan that was shown, then ends the run. */
  async apply(
    gitlab: GitLabClient,
    {
      run: number,
      changes,
      passphrase = '',
    }: { run: number; changes: string[]; passphrase?: string },
  ): Promise<ChangeResult[]> {
    const run = this.#runs.get(gitlab.account)
    if (run?.number !== number || !run.plan) throw createFailureError('setup.planOutdated')
    this.forgetChecks()
    const planned = (await run.plan).filter(({ change }) => changes.includes(change.id))
    const results = await applyChanges(planned, this.#options, passphrase)
    const isAdded = results.some(({ id, outcome }) => id === 'add-to-account' && outcome === 'done')
    if (isAdded) this.#keyAddedAt = this.#options.survey.now()
    return results
  }

  /** All changes, newest first. */
  history(): AppliedChanges[] {
    const { changes, survey } = this.#options
    return changes.sets.toReversed().map(({ id, at, steps }) => {
      const itemNames = steps.map((step) => nameOf(step, survey.home))
      const isPermanent = !steps.some(canUndo)
      return { id, at, things: [...new Set(itemNames)], ...(isPermanent && { isPermanent }) }
    })
  }

  planUndo(id: string): Promise<UndoneChange[]> {
    return planUndo(this.#undoPorts(), id)
  }

  undo(id: string, steps?: readonly number[]): Promise<UndoneChange[]> {
    this.forgetChecks()
    return undoChanges(this.#undoPorts(), id, steps)
  }

  /** Discards the check results of all accounts, because the computer is being changed. */
  forgetChecks(): void {
    this.#runs.clear()
  }

  #undoPorts(): UndoOptions {
    const { signedInAccounts, changes, survey } = this.#options
    return { ...survey, changes, signedInAccounts }
  }

  forget(account: string): void {
    this.#runs.delete(account)
  }

  #run(gitlab: GitLabClient, number: number): Run {
    const lastRun = this.#runs.get(gitlab.account)
    if (lastRun?.number === number) return lastRun
    const at = this.#options.survey.now()
    const run: Run = { number, survey: this.#survey(gitlab), at, results: [] }
    this.#runs.set(gitlab.account, run)
    return run
  }

  #survey(gitlab: GitLabClient): Survey {
    const { survey: options, accountOf } = this.#options
    const hasNewKey = options.now() - this.#keyAddedAt < 30_000
    return new Survey(options, gitlab, { ...accountOf(gitlab.account), hasNewKey })
  }
}

/** The changes that a survey suggests, in the order they must be applied. */
async function planChanges(survey: Survey, choice: Choice): Promise<PlannedChange[]> {
  const key = await chooseKey(survey, choice.key)
  const owner = await survey.owner().catch(ifUnanswered)
  const emails = owner ? emailChoices(owner) : []
  if (choice.email !== undefined && !emails.includes(choice.email))
    throw createFailureError('setup.planOutdated')
  const parts = await Promise.all([
    openFileChanges(survey),
    key ? keyChanges(survey, key, { canAdd: owner !== undefined }) : [],
    owner ? signingKeyChange(survey, key) : [],
    hostKeyChange(survey),
    gitChanges(survey, key, owner, choice.email ?? emails[0]),
  ])
  const changes = parts.flat()
  return changes.some(({ change }) => change.kind === 'git-signing')
    ? changes.map(withSigningCheck)
    : changes
}

/** GitLab doesn't verify signatures from a key that isn’t on the account. */
function withSigningCheck(planned: PlannedChange): PlannedChange {
  const { change } = planned
  return change.id === 'add-to-account'
    ? { ...planned, change: { ...change, checks: [...change.checks, 'signing'] } }
    : planned
}

/** Skips changes that need the instance if it doesn't respond. */
function ifUnanswered(error: unknown): undefined {
  if (!(error instanceof FailureError)) throw error
}

/** An existing key, or a new one at an unused path. */
async function chooseKey(survey: Survey, fingerprint?: string): Promise<ChosenKey | undefined> {
  const keys = (await survey.keys()).filter((key) => !ownerOnInstance(survey, key))
  const chosen = keys.find((key) => key.fingerprint === fingerprint)
  if (fingerprint !== undefined && !chosen) throw createFailureError('setup.planOutdated')
  const existing = chosen ?? keys[0]
  if (existing && !existing.weak) {
    const { title, files } = existing
    const needsUnlock = await isLocked(existing, survey.facts)
    const hasAgent = (await survey.agent()).state === 'running'
    const locked = hasAgent ? 'with-agent' : 'without-agent'
    const isGuess = !chosen && isDoubtful(existing)
    return { title, files, existing, isGuess, ...(needsUnlock && { locked }) }
  }
  const path = join(survey.options.home, '.ssh', 'id_ed25519')
  if (existsSync(path) || existsSync(`${path}.pub`)) return undefined
  const { username } = survey
  const title = keyComment(username, survey.options.now())
  return { title, files: { publicKey: `${path}.pub`, privateKey: path } }
}
