import type { Failure } from '../../shared/rules/failure.ts'
import type { MessageId } from '../../shared/messages/message.ts'
import { lastPart, spellOutName } from '../../shared/rules/name-words.ts'
import { answerField } from '../../shared/rules/user-fields.ts'
import { t } from '../ui/messages.ts'

/** Fields that the profile lacks or that forms label differently. */
const others: Record<string, MessageId> = {
  baseUrl: 'forms.url',
  content: 'certificates.certificate',
  email: 'forms.email',
  extern_uid: 'forms.externalId',
  expires_at: 'forms.expiryDate',
  group_id_for_saml: 'forms.samlGroup',
  key: 'forms.key',
  skip_confirmation: 'forms.skipConfirmation',
  skip_reconfirmation: 'forms.skipConfirmation',
  view_diffs_file_by_file: 'preferences.oneFileAtATime',
}

/** An API field’s label. */
export function fieldLabel(name: string): string {
  const part = lastPart(name)
  if (Object.hasOwn(others, part)) return t(others[part]!)
  const field = answerField(part)
  return field ? t(field.shownAs ?? field.label) : spellOutName(name)
}

/** What’s wrong with a field, and what to do about it. */
export function errorsAt(failure: Failure | undefined, field: string): string[] | undefined {
  const errors = failure?.fields?.[field]
  if (!errors || !failure.hint) return errors
  const text = errors.join(', ')
  if (text.endsWith('。')) return [text + failure.hint]
  return [`${text.replace(/\.$/, '')}. ${failure.hint}`]
}

/** Removes the `fields` that `errorsAt` already shows from a failure. */
export function withoutErrorsAt(failure: Failure, fields: readonly string[]): Failure {
  const { hint, ...rest } = failure
  return hint && fields.some((field) => failure.fields?.[field]) ? rest : failure
}

/** A failure as text: its message, plus field problems the message doesn’t mention. */
interface FailureText {
  message: string
  problems: string[]
}

/** The notice for a form whose fields show their own problems; undefined if that covers everything. */
export function describeFailure(
  { message, fields = {} }: Pick<Failure, 'message' | 'fields'>,
  shownFields: readonly string[] = [],
): FailureText | undefined {
  const all = Object.entries(fields)
  const others = all.filter(([name]) => !shownFields.includes(lastPart(name)))
  if (others.length === all.length) return { message, problems: describeProblems(all, message) }
  // The message itself also covers fields that show their own problems.
  const [first, ...problems] = describeProblems(others)
  return first === undefined ? undefined : { message: first, problems }
}

/** Describes problems the message doesn’t mention, in one string per field. */
function describeProblems(fields: readonly [string, string[]][], message = ''): string[] {
  const all = fields.flatMap(([, problems]) => problems.map(normalizeProblem))
  const isMentioned = (problem: string) =>
    normalizeProblem(message).split(normalizeProblem(problem)).length >
    all.filter((text) => text === normalizeProblem(problem)).length
  return fields.flatMap(([name, reported]) => {
    const problems = reported.filter((problem) => !isMentioned(problem))
    return problems.length > 0 ? t('failures.field', { field: fieldLabel(name), problems }) : []
  })
}

/** Normalizes a problem so that it matches when quoted in a sentence. */
function normalizeProblem(problem: string): string {
  return problem.trim().replace(/\.$/, '').toLowerCase()
}
