import type { invoke as english } from '../../en/node/invoke.ts'

export const invoke: Record<keyof typeof english, string> = {
  'invoke.accountNeeded': 'Para esto hace falta una cuenta.',
  'invoke.askForAccess': 'Pida acceso a un administrador o use una cuenta que lo tenga.',
  'invoke.chooseLess': 'No se envió nada. Seleccione menos elementos o introduzca menos texto.',
  'invoke.noAdministrator': '@{username} no es administrador de esta instancia.',
  'invoke.notOpen': 'Esto no está disponible aquí.',
  'invoke.reload': 'Vuelva a cargar la ventana e inténtelo de nuevo.',
  'invoke.tooMuch': 'Es demasiado para enviarlo de una vez.',
  'invoke.unexpected': 'Se produjo un error en Latchkey.',
  'invoke.unexpectedHint': 'Inténtelo de nuevo. Si sigue ocurriendo, reinicie Latchkey.',
  'invoke.unknown': 'Esta versión de Latchkey no puede hacer esto.',
}
