import type { gpgKeys as english } from '../../en/screens/gpg-keys.ts'

export const gpgKeys: Record<keyof typeof english, string> = {
  'gpgKeys.created': '作成日',
  'gpgKeys.deletion':
    '{name}で検証済みのコミットは、検証済みのままです。まだプッシュしていないコミットと新しいコミットは未検証になります。gpg内のキーは残ります。',
  'gpgKeys.email_confirmed': 'メール確認済み',
  'gpgKeys.email_none': 'メールアドレスなし',
  'gpgKeys.email_notOnAccount': 'このアカウントにないメールアドレス',
  'gpgKeys.email_unconfirmed': 'メール未確認',
  'gpgKeys.expiry': '有効期限',
  'gpgKeys.extendFirst':
    'このコンピューターに新しいコピーがありません。{command}でキーの期限を延長してから、この画面を更新してください。',
  'gpgKeys.fingerprint': 'フィンガープリント',
  'gpgKeys.inGpg': 'gpg内',
  'gpgKeys.keyId': 'キーID',
  'gpgKeys.noExpiry': '無期限',
  'gpgKeys.noSubkeys': 'なし',
  'gpgKeys.noUse': 'なし',
  'gpgKeys.others': '他の人のキー',
  'gpgKeys.othersCount': '秘密鍵のないキーがgpgに他{count, number}件',
  'gpgKeys.othersHint': '他の人のキーと思われるため、［すべてインポート］ではスキップされます。',
  'gpgKeys.othersMore':
    '他{count, number}件。インポートするには、エクスポートしてここにドロップしてください。',
  'gpgKeys.renewText':
    'このコンピューターのキーのほうが新しくなっています: {changes}。GitLabではキーを変更できないため、Latchkeyは{name}を削除し、このコピーを新しいIDで追加します。検証済みのコミットはそのままです。コピーが拒否された場合は、古いキーを追加し直します。',
  'gpgKeys.skipExpired': 'このキーの有効期限は切れています。',
  'gpgKeys.skipOthers': '他の人のキーと思われます。',
  'gpgKeys.skipRevoked': 'このキーは失効しています。',
  'gpgKeys.subkeys': 'サブキー',
  'gpgKeys.type': 'GPG',
  'gpgKeys.typeFor': 'GPG（{uses}用）',
  'gpgKeys.unchecked':
    'この種類の鍵の署名は検証できないため、ユーザーIDは未確認のまま表示しています。',
  'gpgKeys.unnamed': 'GPGキー {id}',
  'gpgKeys.unverifiedTag': '未検証のメールアドレス',
  'gpgKeys.usage': '用途',
  'gpgKeys.use_authenticate': '認証',
  'gpgKeys.use_certify': '証明',
  'gpgKeys.use_encrypt': '暗号化',
  'gpgKeys.use_sign': '署名',
  'gpgKeys.userIds': 'ユーザーID',
  'gpgKeys.uses': '{uses}',
}
