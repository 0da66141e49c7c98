import type { Failure } from '../../shared/rules/failure.ts'
import type { MessageId } from '../../shared/messages/message.ts'
import { lastPart, spellOutName } from '../../shared/rules/name-words.ts'
import { answerField } from '../../shared/rules/user-fields.ts'
import { t } from '../ui/messages.ts'

/** Fields missing from the profile, or with another label in forms. */
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

/** The label of an API field. */
export function fieldLabel(name: string): string {
  const part = lastPart(name)
  if (Object.hasOwn(others, part)) return t(others[part]!)
  const field = answerField(part)
  return field ? t(field.shownAs ?? field.label) : spellOutName(name)
}

/** What is wrong with a field, and what to do about it. */
export function errorsAt(failure: Failure | undefined, field: string): string[] | undefined {
  const errors = failure?.fields?.[field]
  if (!errors || !failure.hint) return errors
  const text = errors.join(', ')
  if (text.endsWith('。')) return [text + failure.hint]
  return [`${text.replace(/\.$/, '')}. ${failure.hint}`]
}

/** A failure without the `fields` that are shown by `errorsAt`. */
export function withoutErrorsAt(failure: Failure, fields: readonly string[]): Failure {
  const { hint, ...rest } = failure
  return hint && fields.some((field) => failure.fields?.[field]) ? rest : failure
}

/** A failure as text: its message, and field problems that the message doesn’t mention. */
interface FailureText {
  message: string
  problems: string[]
}

/** The text of a notice next to fields that show their own problems; undefined if they show all of them. */
export function describeFailure(
  { message, fields = {} }: Pick<Failure, 'message' | 'fields'>,
  shownFields: readonly string[] = [],
): FailureText | undefined {
  const all = Object.entries(fields)
  const others = all.filter(([name]) => !shownFields.includes(lastPart(name)))
  if (others.length === all.length) return { message, problems: describeProblems(all, message) }
  // The message also covers the fields that show their own problems.
  const [first, ...problems] = describeProblems(others)
  return first === undefined ? undefined : { message: first, problems }
}

/** Describes problems that the message doesn’t mention, with one text per field. */
function describeProblems(fields: readonly [string, string[]][], message = ''): string[] {
  const all = fields.flatMap(([, texts]) => texts.map(toPlain))
  const isMentioned = (problem: string) =>
    toPlain(message).split(toPlain(problem)).length >
    all.filter((text) => text === toPlain(problem)).length
  return fields.flatMap(([name, texts]) => {
    const problems = texts.filter((problem) => !isMentioned(problem))
    return problems.length > 0 ? t('failures.field', { field: fieldLabel(name), problems }) : []
  })
}

/** Normalizes a problem so that it matches its quotation within a sentence. */
function toPlain(problem: string): string {
  return problem.trim().replace(/\.$/, '').toLowerCase()
}
