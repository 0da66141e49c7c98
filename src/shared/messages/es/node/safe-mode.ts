import type { safeMode as english } from '../../en/node/safe-mode.ts'

export const safeMode: Record<keyof typeof english, string> = {
  'safeMode.on': 'El modo seguro está activado, así que no se carga ni se envía nada.',
  'safeMode.onHint': 'Elija «Continuar normalmente» para desactivarlo.',
}
