import { type Message, message } from '../../shared/messages/message.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { type ServiceTable, serviceTable } from '../../shared/gitlab/index.ts'

/** A task has one name, whether it is for another user, a group, a project, oneself, or the token in use. */
type TaskName<Name> = Name extends `${infer Task}${'Of' | 'OfGroup' | 'OfProject' | 'For' | 'Self'}`
  ? Task
  : Name & string

/** Each endpoint's message about what couldn't be done. */
type TaskId = {
  [Family in keyof ServiceTable]: `tasks.${Family}${Capitalize<
    TaskName<keyof ServiceTable[Family]>
  >}`
}[keyof ServiceTable]

interface RowNames {
  /** `family.operation`, for the log. */
  operation: string
  task: TaskId
}

/** Keyed by method and path, so an endpoint with other parameters is found too. */
const rows: ReadonlyMap<string, RowNames> = new Map(
  Object.entries(serviceTable).flatMap(([family, operations]) =>
    Object.entries<AnyEndpoint>(operations).map(([name, endpoint]) => {
      const done = name.replace(/(?:Of(?:Group|Project)?|For|Self)$/, '')
      const task = `tasks.${family}${done.charAt(0).toUpperCase()}${done.slice(1)}` as TaskId
      return [endpointKey(endpoint), { operation: `${family}.${name}`, task }]
    }),
  ),
)

/** A message that a call failed, and why. */
export function taskFailed(endpoint: AnyEndpoint, cause: Message): Message {
  const task = message(rows.get(endpointKey(endpoint))?.task ?? 'tasks.unknown')
  return message('service.failed', { task, cause })
}

/** An endpoint's name for the log; undefined if it isn't in the table. */
export function operationName(endpoint: AnyEndpoint): string | undefined {
  return rows.get(endpointKey(endpoint))?.operation
}

function endpointKey({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`
}
