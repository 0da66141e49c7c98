import type { certificates as english } from '../../en/shell/certificates.ts'

export const certificates: Record<keyof typeof english, string> = {
  'certificates.authority': 'Autoridad de certificación, que firma certificados de servidor',
  'certificates.certificate': 'Certificado',
  'certificates.chooseFile': 'elija un archivo',
  'certificates.chooseOne': 'Este archivo contiene varios certificados. Elija uno.',
  'certificates.clientInApp':
    'Si una instancia pide un certificado de cliente, Latchkey pregunta cuál de los certificados del sistema usar.',
  'certificates.clientInBrowser':
    'Los certificados de cliente no están disponibles en un navegador. La aplicación de escritorio usa los del sistema.',
  'certificates.compare': 'Compare la huella digital',
  'certificates.compareHint':
    '{compare} con la que su administrador le envió por otro medio. Cualquiera que tenga la clave de este certificado puede leer su token.',
  'certificates.expired': 'Ha caducado, así que no se puede confiar en él.',
  'certificates.file': 'Archivo de certificado',
  'certificates.fingerprint': 'Huella digital (SHA-256)',
  'certificates.forInstance': 'Solo para {origin}',
  'certificates.gitlabUrl': 'URL de GitLab',
  'certificates.issuer': 'Emisor',
  'certificates.lead':
    'Latchkey confía en los certificados del sistema y en los que añada aquí para una sola instancia.',
  'certificates.names': 'Nombres',
  'certificates.notYetValid': 'Aún no es válido.',
  'certificates.pasteOrChoose': 'Péguelo o {file} (PEM o DER)',
  'certificates.pemExample': '-----BEGIN CERTIFICATE-----',
  'certificates.server': 'Certificado de servidor',
  'certificates.stopTrusting': 'Dejar de confiar',
  'certificates.subject': 'Sujeto',
  'certificates.title': 'Certificados',
  'certificates.trust': 'Confiar en el certificado',
  'certificates.trustForInstance': 'Confiar para esta instancia',
  'certificates.trustLead':
    'Para una instancia con un certificado en el que este equipo no confía. Use el que le dé su administrador; solo será de confianza para esta instancia.',
  'certificates.trusted': 'El certificado ya es de confianza para esta instancia.',
  'certificates.type': 'Tipo',
  'certificates.untrusted': 'El certificado ya no es de confianza para {origin}.',
  'certificates.urlExample': 'gitlab.example.com',
  'certificates.valid': 'Validez',
  'certificates.validPeriod': 'Del {from} al {to}',
}
