import type { safeMode as english } from '../../en/node/safe-mode.ts'

export const safeMode: Record<keyof typeof english, string> = {
  'safeMode.on': 'セーフモードがオンのため、読み込みも送信も行いません。',
  'safeMode.onHint': 'オフにするには［通常どおり続行］を選択してください。',
}
