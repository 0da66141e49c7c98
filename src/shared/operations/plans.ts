import { z } from 'zod'
import { builtInPlanIds, failurePolicies } from '../rules/plans.ts'
import { message } from '../messages/message.ts'
import { SentText } from '../gitlab/fields.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { isDeletion, queueActions } from '../rules/moderation.ts'
import { noteLimit, planNameLimit, planStepsLimit } from '../rules/limits.ts'
import { bulkFields, byKind } from '../rules/user-fields.ts'
import { DependentAnswer } from './dependents.ts'
import { dependentAnswersLimit } from '../rules/dependents.ts'
import { adminOperation } from './operation.ts'

/** The latest second look, in days. */
const maxDaysAfter = 90

const text = z.string().trim().min(1).max(255)
/** `example.com` */
const Domain = z
  .string()
  .trim()
  .regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/i, issueText(message('validation.noDomain')))

/** Changes to user fields. Absent fields are unchanged. */
export const UserEdit = z.lazy(() =>
  z
    .strictObject({
      /** `append` adds a line, unless the note already contains it. */
      note: z
        .strictObject({
          mode: z.enum(['append', 'replace']),
          text: z
            .string()
            .trim()
            .refine(...upTo(noteLimit)),
        })
        .optional(),
      ...byKind(
        bulkFields,
        { flag: z.boolean().optional(), number: z.int().min(0).max(1_000_000).optional() },
        text.optional(),
      ),
      /** `uid` may contain `{username}`, `{email}` and `{id}`. */
      identity: z.strictObject({ provider: text, uid: text }).optional(),
      /** Moves email addresses at the domain `from` to the domain `to`. */
      emailDomain: z.strictObject({ from: Domain, to: Domain }).optional(),
    })
    .refine((edit) => Object.keys(edit).length > 0, issueText(message('validation.noEdit'))),
)
export type UserEdit = z.output<typeof UserEdit>

export const PlanStep = z.lazy(() =>
  z
    .strictObject({
      action: z.enum(queueActions),
      /** The changes of the action `edit_user`. */
      edit: UserEdit.optional(),
      /** Whether the step waits for the date chosen when the run is started. */
      dated: z.literal(true).optional(),
      /** How many days after the date, or else after the start, a `second_look` is taken. */
      afterDays: z.int().min(1).max(maxDaysAfter).optional(),
    })
    .refine(
      ({ action, edit }) => (action === 'edit_user') === (edit !== undefined),
      issueText(message('validation.noEdit')),
    )
    .refine(
      ({ action, afterDays, dated }) =>
        (action === 'second_look') === (afterDays !== undefined) && !(afterDays && dated),
      issueText(message('validation.noDays')),
    ),
)
export type PlanStep = z.output<typeof PlanStep>

/** The steps for each user, in order. Each waits for the previous one. */
export const Plan = z.strictObject({
  name: SentText.refine(...upTo(planNameLimit)),
  onFailure: z.enum(failurePolicies),
  steps: z
    .array(PlanStep)
    .min(1)
    .max(planStepsLimit)
    .refine(
      (steps) => steps.slice(0, -1).every(({ action }) => !isDeletion(action)),
      issueText(message('validation.stepsAfterDeletion')),
    ),
})
export type Plan = z.output<typeof Plan>

/** A plan that can be used again, so it has no answers about users. */
export const ReusablePlan = Plan.refine(
  ({ steps }) => steps.every(({ action }) => action !== 'hand_over'),
  issueText(message('validation.handOverNeedsUsers')),
)

/** The date for the dated steps, in milliseconds since 1970, and the time zone in which it was chosen. */
export const DueDate = z.lazy(() =>
  z.strictObject({
    at: z.int().min(0).max(8_640_000_000_000_000),
    zone: z.string().min(1).max(100),
  }),
)
export type DueDate = z.output<typeof DueDate>

/** A plan as one run executes it. */
export const RunPlan = z.lazy(() =>
  Plan.extend({
    due: DueDate.optional(),
    /** The built-in plan, whose name depends on the language. */
    builtIn: z.enum(builtInPlanIds).optional(),
    /** What to do about each thing that depends on one of the users. */
    answers: z.array(DependentAnswer).max(dependentAnswersLimit).optional(),
  }).refine(
    ({ steps, due }) => due !== undefined || steps.every((step) => !step.dated),
    issueText(message('validation.noDueDate')),
  ),
)
export type RunPlan = z.output<typeof RunPlan>

export const OwnPlan = z.lazy(() => Plan.extend({ id: z.string() }))
export type OwnPlan = z.output<typeof OwnPlan>

const list = z.array(OwnPlan)

/** Administrators' custom plans. */
export const planOperations = {
  list: adminOperation(() => ({ input: z.strictObject({}), output: list })),
  /** Adds a plan, or replaces the one with this ID. */
  save: adminOperation(() => ({
    input: z.strictObject({ id: z.string().max(100).optional(), plan: ReusablePlan }),
    output: list,
  })),
  remove: adminOperation(() => ({
    input: z.strictObject({ id: z.string().max(100) }),
    output: list,
  })),
  /** Exports a plan as a file that can be imported. */
  export: adminOperation(() => ({
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ filename: z.string(), text: z.string() }),
  })),
  /** Adds a plan from an exported file. */
  import: adminOperation(() => ({
    input: z.strictObject({ text: z.string().max(100_000) }),
    output: list,
  })),
}
