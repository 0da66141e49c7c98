import { type Message, type Text, message } from '../../shared/messages/message.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import { emails } from '../../shared/gitlab/emails.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { users } from '../../shared/gitlab/users.ts'
import type { Refusal, SentFields } from './refusal.ts'
import { endSentence } from './text.ts'

type Fields = NonNullable<Refusal['fields']>

/** What is known about a rejection. */
interface RefusedWrite {
  status: number
  sent: SentFields
  serviceText: string
  /** The failure's message. */
  text: Message
}

/** The fields that caused a rejection, if GitLab only mentions them in a sentence or its text doesn't explain what to do. */
export function refusedFields(
  endpoint: AnyEndpoint,
  { fields, serviceText = '' }: Refusal,
  write: Omit<RefusedWrite, 'serviceText'>,
): Fields | undefined {
  if (fields) return addressRows.has(endpoint) ? explainTakenEmail(fields) : fields
  if (endpoint === user.createRunner) return runnerField(serviceText)
  return userRows.has(endpoint) ? userFields({ ...write, serviceText }) : undefined
}

const addressRows = new Set<AnyEndpoint>([emails.add, emails.addFor])
const userRows = new Set<AnyEndpoint>([users.create, users.modify])

function explainTakenEmail({ email = [], ...others }: Fields): Fields {
  const explain = (error: Text) =>
    typeof error === 'string' && /already been taken/i.test(error)
      ? message('service.addressTaken', { error })
      : error
  return { ...others, ...(email.length > 0 && { email: email.map(explain) }) }
}

/** A conflict concerns the email or the username; PUT /users/:id reports some conflicts as 404. */
function userFields({ status, sent, serviceText, text }: RefusedWrite): Fields | undefined {
  if (![404, 409, 412].includes(status) || /^user not found/i.test(serviceText)) return undefined
  if (/^email not found/i.test(serviceText)) return { email: [message('service.addressNotTheirs')] }
  const suspects = ['email', 'username'].filter((name) => Object.hasOwn(sent, name))
  if (suspects.length === 0) return undefined
  const namedFields = suspects.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(serviceText))
  const error = /taken/i.test(serviceText)
    ? message('service.takenByUser')
    : message('service.valueRefused', { reason: text })
  return Object.fromEntries(
    (namedFields.length ? namedFields : suspects).map((name) => [name, [error]]),
  )
}

/** `app/services/ci/runners/create_runner_service.rb` joins the errors: "Tags list can not be empty when …" */
function runnerField(serviceText: string): Fields | undefined {
  const matchingLabel = runnerLabels.find(([label]) => label.test(serviceText))
  return (
    matchingLabel && {
      [matchingLabel[1]]: [endSentence(serviceText.replace(matchingLabel[0], ''))],
    }
  )
}

const runnerLabels: [label: RegExp, field: string][] = [
  [/^Tags? list /, 'tag_list'],
  [/^Maximum timeout /, 'maximum_timeout'],
  [/^Maintenance note /, 'maintenance_note'],
  [/^Description /, 'description'],
]
