import type { getStarted as english } from '../../en/screens/get-started.ts'

export const getStarted: Record<keyof typeof english, string> = {
  'getStarted.avatar': 'Añadir un avatar',
  'getStarted.avatarHint': 'Ayuda a los demás a reconocerle.',
  'getStarted.chooseAvatar': 'Establecer avatar',
  'getStarted.done': 'Hecho',
  'getStarted.keys': 'Añadir una clave SSH',
  'getStarted.keysFound':
    '{count, plural, one {Hay # clave en este equipo que no está en su cuenta.} many {Hay # claves en este equipo que no están en su cuenta.} other {Hay # claves en este equipo que no están en su cuenta.}}',
  'getStarted.keysHint': 'Permite usar Git por SSH. Latchkey puede crear una y configurar Git.',
  'getStarted.setUpComputer': 'Configurar este equipo',
  'getStarted.setStatus': 'Establecer estado',
  'getStarted.skip': 'Omitir',
  'getStarted.skipAll': 'Omitir todo',
  'getStarted.skipStep': 'Omitir: {step}',
  'getStarted.status': 'Establecer un estado',
  'getStarted.statusHint': 'Elija abajo uno predefinido o escriba el suyo.',
  'getStarted.title': 'Primeros pasos',
  'getStarted.git': 'Configurar Git en este equipo',
  'getStarted.gitHint': 'Da a sus commits su nombre y un correo confirmado.',
}
