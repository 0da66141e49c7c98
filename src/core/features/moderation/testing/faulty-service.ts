import { onTestFinished } from 'vitest'
import type { FaultRule } from '../../../../sandbox/faults.ts'
import { type Service, type Harness, createHarness, startService } from './harness.ts'

/** A service with these faults and a queue that sends to it. Both end with the test. */
export async function startFaulty(
  faults: FaultRule[] = [],
  options: Parameters<typeof createHarness>[1] = {},
): Promise<{ service: Service; harness: Harness }> {
  const service = await startService({ faults })
  onTestFinished(service.end)
  const harness = await createHarness(service, options)
  onTestFinished(() => harness.end())
  return { service, harness }
}

export const fault = (
  method: string,
  path: string,
  calls: number | string,
  kind: string,
  value?: number,
) => ({ method, path, calls, kind, value }) as FaultRule
