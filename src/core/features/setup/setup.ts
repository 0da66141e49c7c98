import type {
  ChangeResult,
  Check,
  CheckResult,
  LastChanges,
  LastChecks,
  SetupChange,
} from '../../../shared/app/setup.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { runCheck } from './checks.ts'
import { applyChanges } from './changes/apply.ts'
import type { FileChanges } from './changes/file-changes.ts'
import { shownPath } from './home-paths.ts'
import { planChanges } from './changes/plan.ts'
import { type ImportKey, type PlannedChange, outdatedPlan } from './changes/planned-change.ts'
import { Survey, type SurveyPorts } from './survey/survey.ts'

interface SetupPorts {
  survey: SurveyPorts
  files: FileChanges
  importKey: ImportKey
  accountOf(id: string): { baseUrl: string; username: string; hasOthers: boolean }
}

interface Run {
  number: number
  survey: Survey
  /** Milliseconds since 1970. */
  at: number
  results: CheckResult[]
  plan?: Promise<PlannedChange[]>
}

/** The setup of this computer for each account: what is missing, and the changes that add it. */
export class Setup {
  readonly #ports: SetupPorts
  /** The last run of each account. */
  readonly #runs = new Map<string, Run>()

  /** Milliseconds since 1970. */
  #keyAddedAt = 0

  constructor(ports: SetupPorts) {
    this.#ports = ports
  }

  async check(
    me: AccountService,
    { check, run: number }: { check: Check; run?: number | undefined },
  ): Promise<CheckResult> {
    if (number === undefined) return runCheck(check, this.#survey(me))
    const run = this.#run(me, number)
    const result = await runCheck(check, run.survey)
    run.results.push(result)
    return result
  }

  /** What the checks of the last run found, unless changes were made since. */
  last(account: string): LastChecks {
    const run = this.#runs.get(account)
    return run ? { run: run.number, at: run.at, results: run.results } : { results: [] }
  }

  async plan(me: AccountService, number: number): Promise<SetupChange[]> {
    const run = this.#run(me, number)
    run.plan ??= planChanges(run.survey)
    const { home } = this.#ports.survey
    return (await run.plan).map(({ change, needs }) => ({
      ...change,
      ...(needs !== undefined && { needs }),
      file: shownPath(change.file, home),
    }))
  }

  /** Makes the changes of a plan that somebody has seen. Afterwards the run is over. */
  async apply(
    me: AccountService,
    {
      run: number,
      changes,
      passphrase = '',
    }: { run: number; changes: string[]; passphrase?: string },
  ): Promise<ChangeResult[]> {
    const run = this.#runs.get(me.account)
    if (run?.number !== number || !run.plan) throw outdatedPlan()
    this.#runs.delete(me.account)
    const planned = (await run.plan).filter(({ change }) => changes.includes(change.id))
    const results = await applyChanges(planned, this.#ports, passphrase)
    const isAdded = results.some(({ id, outcome }) => id === 'add-to-account' && outcome === 'done')
    if (isAdded) this.#keyAddedAt = this.#ports.survey.now()
    return results
  }

  lastChanges(): LastChanges {
    const { files, survey } = this.#ports
    const { at, files: paths } = files.last()
    return { at, files: paths.map((path) => shownPath(path, survey.home)) }
  }

  undo(): LastChanges {
    this.#ports.files.undo()
    return this.lastChanges()
  }

  forget(account: string): void {
    this.#runs.delete(account)
  }

  #run(me: AccountService, number: number): Run {
    const known = this.#runs.get(me.account)
    if (known?.number === number) return known
    const at = this.#ports.survey.now()
    const run: Run = { number, survey: this.#survey(me), at, results: [] }
    this.#runs.set(me.account, run)
    return run
  }

  #survey(me: AccountService): Survey {
    const { survey: ports, accountOf } = this.#ports
    const hasNewKey = ports.now() - this.#keyAddedAt < 30_000
    return new Survey(ports, me, { ...accountOf(me.account), hasNewKey })
  }
}
