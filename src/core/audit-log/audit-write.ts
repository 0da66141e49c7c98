import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { Audit } from './audit.ts'
import { createAuditEvent } from './audit-event.ts'

/** An administrator's write: an endpoint's name and its input. */
export interface AuditedWrite {
  name: string
  endpoint: AnyEndpoint
  input: Record<string, unknown>
  reason?: string
  onboardingRun?: number
}

/** Sends a write and records it in the audit log. */
export async function auditWrite<T>(
  { gitlab, audit }: { gitlab: GitLabClient; audit: Pick<Audit, 'run'> },
  { name, endpoint, input, reason, onboardingRun }: AuditedWrite,
  send: () => Promise<T>,
): Promise<T> {
  const event = await createAuditEvent(name, endpoint, input, gitlab)
  return audit.run(gitlab.account, { ...event, reason, onboardingRun }, send)
}
