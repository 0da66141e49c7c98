import { createFailureError, invalidInputError } from '../../../platform/failures.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { OwnPlan, type Plan, ReusablePlan } from '../../../../shared/operations/plans.ts'
import { ownPlansLimit } from '../../../../shared/rules/limits.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { FailureError } from '../../../platform/failure.ts'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import { withEntry } from '../../../platform/files/named-list.ts'

export const OwnPlansFile = z.object({ plans: z.array(OwnPlan).default([]) })
type OwnPlansFile = z.output<typeof OwnPlansFile>

/** The file format for exported plans. */
const ExportedPlan = z.object({
  format: z.literal('latchkey-plan'),
  version: z.literal(1),
  plan: ReusablePlan,
})

/** Plans created by administrators, by account. */
export class OwnPlansStore {
  readonly #fileOf: (account: string) => JsonFile<OwnPlansFile>

  constructor(fileOf: (account: string) => JsonFile<OwnPlansFile>) {
    this.#fileOf = fileOf
  }

  list(account: string): OwnPlan[] {
    return this.#fileOf(account).read().plans
  }

  /** Replaces the plan with the same ID, or else appends a new one. */
  save(account: string, { id = randomUUID(), plan }: { id?: string; plan: Plan }): OwnPlan[] {
    const rules = { max: ownPlansLimit, nameTaken: nameTakenFailure, tooMany: tooManyPlansFailure }
    return this.#write(account, withEntry(this.list(account), { ...plan, id }, rules))
  }

  remove(account: string, id: string): OwnPlan[] {
    return this.#write(
      account,
      this.list(account).filter((plan) => plan.id !== id),
    )
  }

  export(account: string, id: string): { name: string; text: string } {
    const storedPlan = this.list(account).find((plan) => plan.id === id)
    if (!storedPlan) throw createFailureError('plans.gone')
    const { id: _, ...plan } = storedPlan
    const text = JSON.stringify({ format: 'latchkey-plan', version: 1, plan }, null, 2)
    return { name: plan.name, text: `${text}\n` }
  }

  /** Imports an exported plan. Throws if the file isn't a plan. */
  import(account: string, text: string): OwnPlan[] {
    const { plan } = parsePlan(text)
    return this.save(account, { plan })
  }

  #write(account: string, plans: OwnPlan[]): OwnPlan[] {
    this.#fileOf(account).write({ plans })
    return plans
  }
}

function nameTakenFailure(name: string): FailureError {
  const takenMessage = message('plans.nameTaken', { name })
  return invalidInputError(takenMessage, { hint: message('plans.nameTakenHint'), field: 'name' })
}

function tooManyPlansFailure(): FailureError {
  return createFailureError('plans.tooMany', { max: ownPlansLimit })
}

function parsePlan(text: string): z.output<typeof ExportedPlan> {
  try {
    return ExportedPlan.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    const issue = error instanceof z.ZodError ? error.issues[0]?.path.join('.') : undefined
    throw invalidInputError(
      issue ? message('plans.wrongPart', { part: issue }) : message('plans.notAPlan'),
      { hint: message('plans.notAPlanHint') },
    )
  }
}
