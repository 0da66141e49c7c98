import type { security as english } from '../../en/node/security.ts'

export const security: Record<keyof typeof english, string> = {
  'security.switchRefused':
    '{name}を指定すると他者に制御されるおそれがあるため、Latchkeyは起動しません。{name}なしで起動してください。',
}
