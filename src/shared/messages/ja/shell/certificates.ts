import type { certificates as english } from '../../en/shell/certificates.ts'

export const certificates: Record<keyof typeof english, string> = {
  'certificates.authority': '認証局（サーバー証明書に署名します）',
  'certificates.certificate': '証明書',
  'certificates.chooseFile': 'ファイルを選択',
  'certificates.chooseOne': 'このファイルには複数の証明書が含まれています。1つ選択してください。',
  'certificates.clientInApp':
    'インスタンスからクライアント証明書を求められると、システムの証明書のどれを使うかLatchkeyが確認します。',
  'certificates.clientInBrowser':
    'ブラウザーではクライアント証明書を使用できません。デスクトップアプリではシステムの証明書を使用します。',
  'certificates.compare': 'フィンガープリントを照合',
  'certificates.compareHint':
    '{compare}してください。管理者から別の手段で受け取ったものと一致する必要があります。この証明書の鍵を持つ人なら誰でも、トークンを読み取れます。',
  'certificates.expired': '有効期限が切れているため、信頼できません。',
  'certificates.file': '証明書ファイル',
  'certificates.fingerprint': 'フィンガープリント（SHA-256）',
  'certificates.forInstance': '{origin}のみ',
  'certificates.gitlabUrl': 'GitLabのURL',
  'certificates.issuer': '発行者',
  'certificates.lead':
    'Latchkeyは、システムの証明書と、ここで個々のインスタンス用に追加した証明書を信頼します。',
  'certificates.names': '名前',
  'certificates.notYetValid': 'まだ有効ではありません。',
  'certificates.pasteOrChoose': '貼り付けるか、{file}（PEMまたはDER）',
  'certificates.pemExample': '-----BEGIN CERTIFICATE-----',
  'certificates.server': 'サーバー証明書',
  'certificates.stopTrusting': '信頼を解除',
  'certificates.subject': 'サブジェクト',
  'certificates.title': '証明書',
  'certificates.trust': '証明書を信頼',
  'certificates.trustForInstance': 'このインスタンスで信頼',
  'certificates.trustLead':
    'このコンピューターが証明書を信頼していないインスタンス用です。管理者から受け取った証明書を使ってください。このインスタンスでのみ信頼されます。',
  'certificates.trusted': 'このインスタンスで証明書を信頼しました。',
  'certificates.type': '種類',
  'certificates.untrusted': '{origin}の証明書の信頼を解除しました。',
  'certificates.urlExample': 'gitlab.example.com',
  'certificates.valid': '有効期間',
  'certificates.validPeriod': '{from}～{to}',
}
