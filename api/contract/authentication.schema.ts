/**
 * Shapes of authentication services and of single sign-on by header (contract/administration.json authBackends.*,
 * authServices.*, httpHeaderAuth.*).
 */
import { Type, type Static } from '@sinclair/typebox';
import type { PagedBody } from './list.schema.js';
import type { UserOverview } from './users.schema.js';

const optional = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const optionalText = optional(Type.String({ maxLength: 4096 }));

/** A secret in a request: exactly one of the three members, or a plain text, which sets it. */
export const SecretInput = Type.Union([
  Type.String({ maxLength: 4096 }),
  Type.Object({
    set_value: Type.Optional(Type.String({ maxLength: 4096 })),
    keep_value: Type.Optional(Type.Boolean()),
    delete_value: Type.Optional(Type.Boolean()),
    /** Present in a configuration that was read; sending it back keeps the stored secret. */
    is_set: Type.Optional(Type.Boolean()),
  }),
]);
export type SecretInput = Static<typeof SecretInput>;

/** A secret in an answer. */
interface SecretState {
  is_set: boolean;
}

export type BackendType = 'active-directory' | 'ldap' | 'oidc';

export const transportSecurities = ['none', 'tls', 'start_tls'] as const;
export type TransportSecurity = (typeof transportSecurities)[number];

export interface DirectoryServer {
  host: string;
  port: number;
}

interface DirectoryConfig {
  servers: DirectoryServer[];
  transport_security: TransportSecurity;
  verify_certificates: boolean;
  /** DN used to bind for searching the directory; empty for an anonymous search. */
  system_user_dn: string;
  system_user_password: SecretState;
  user_search_base: string;
  /** LDAP filter; `{0}` is replaced by the login name. */
  user_search_pattern: string;
  user_name_attribute: string;
  user_full_name_attribute: string;
}

export interface LdapConfig extends DirectoryConfig {
  type: 'ldap';
  user_unique_id_attribute: string;
  email_attributes: string[];
}

export interface ActiveDirectoryConfig extends DirectoryConfig {
  type: 'active-directory';
}

/** Role for users with the value in their roles claim. */
interface RoleMapping {
  value: string;
  role_id: string;
}

/** OpenID Connect configuration, an extension that reference servers do not know. */
export interface OidcConfig {
  type: 'oidc';
  /** Issuer URL, such as `https://id.example.org/realm`. */
  issuer: string;
  client_id: string;
  client_secret: SecretState;
  /** Requested scopes, separated by blanks; `openid` is always included. */
  scopes: string;
  user_name_claim: string;
  full_name_claim: string;
  email_claim: string;
  /**
   * Claim with the roles; empty: roles are assigned in the console and not by the provider. `a.b` is the member `b` of
   * the claim `a`.
   */
  roles_claim: string;
  role_mappings: RoleMapping[];
}

export type BackendConfig = LdapConfig | ActiveDirectoryConfig | OidcConfig;

export interface AuthBackend {
  id: string;
  title: string;
  description: string;
  /** Ids of the roles for new users. */
  default_roles: string[];
  config: BackendConfig;
}

/** Request body with the members of every type. Problems are reported by field; the body is not refused as a whole. */
export const BackendConfigInput = Type.Object({
  type: Type.String({ maxLength: 100 }),
  servers: optional(
    Type.Array(Type.Object({ host: optional(Type.String({ maxLength: 1000 })), port: optional(Type.Number()) }), {
      maxItems: 20,
    }),
  ),
  transport_security: optionalText,
  verify_certificates: optional(Type.Boolean()),
  system_user_dn: optionalText,
  system_user_password: optional(SecretInput),
  user_search_base: optionalText,
  user_search_pattern: optionalText,
  user_unique_id_attribute: optionalText,
  user_name_attribute: optionalText,
  user_full_name_attribute: optionalText,
  email_attributes: optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 })),
  issuer: optionalText,
  client_id: optionalText,
  client_secret: optional(SecretInput),
  scopes: optionalText,
  user_name_claim: optionalText,
  full_name_claim: optionalText,
  email_claim: optionalText,
  roles_claim: optionalText,
  role_mappings: optional(
    Type.Array(Type.Object({ value: Type.String({ maxLength: 1000 }), role_id: Type.String({ maxLength: 100 }) }), {
      maxItems: 200,
    }),
  ),
});
export type BackendConfigInput = Static<typeof BackendConfigInput>;

export const AuthBackendInput = Type.Object({
  title: optionalText,
  description: optionalText,
  default_roles: optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
  config: BackendConfigInput,
  /**
   * Extension for a changed issuer or changed servers: true means that the new address leads to the same directory or
   * provider, so users keep their accounts. Otherwise they count as different users.
   */
  keep_accounts: Type.Optional(Type.Boolean()),
});
export type AuthBackendInput = Static<typeof AuthBackendInput>;

export const ActiveBackendInput = Type.Object({ active_backend: optional(Type.String()) });
export type ActiveBackendInput = Static<typeof ActiveBackendInput>;

export const AuthBackendTestRequest = Type.Object({
  /** Id of a stored configuration, whose secret is used where the body says `keep_value`. */
  backend_id: optional(Type.String({ maxLength: 100 })),
  backend_configuration: AuthBackendInput,
  user_login: optional(Type.Object({ username: Type.String({ maxLength: 1000 }), password: optional(SecretInput) })),
});
export type AuthBackendTestRequest = Static<typeof AuthBackendTestRequest>;

export interface AuthBackendTestResult {
  success: boolean;
  message: string;
  errors: string[];
  result: Record<string, unknown>;
}

export interface PagedAuthBackends extends PagedBody {
  backends: AuthBackend[];
  context: { active_backend: AuthBackend | null };
}
/** Users with role ids; the context maps the ids to names. */
export interface PagedAuthBackendUsers extends PagedBody {
  query: string;
  users: UserOverview[];
  context: { roles: Record<string, { title: string }> };
}

export const HttpHeaderAuthConfig = Type.Object({
  enabled: Type.Boolean(),
  username_header: Type.String({ maxLength: 200 }),
});
export type HttpHeaderAuthConfig = Static<typeof HttpHeaderAuthConfig>;

export const SignInOfferQuery = Type.Object({
  /** True returns only the sign-in methods; messages that are delivered once stay undelivered. */
  provider_only: Type.Optional(Type.Boolean()),
});
export type SignInOfferQuery = Static<typeof SignInOfferQuery>;

export const OidcStartQuery = Type.Object({
  /** Path of this console that opens after signing in. */
  return_to: Type.Optional(Type.String()),
});
export type OidcStartQuery = Static<typeof OidcStartQuery>;

/** Query of the provider's redirect; it may contain further parameters. */
export const OidcCallbackQuery = Type.Object({
  code: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});
export type OidcCallbackQuery = Static<typeof OidcCallbackQuery>;

/** Sign-in methods besides name and password. */
export interface SignInOffer {
  /** The provider for signing in; null: none. */
  oidc: { title: string } | null;
  /** Reason of the last failed attempt in this browser; returned once. */
  failure: string | null;
  /** Address at which the provider ends its own session after a sign-out; returned once. */
  sign_out: string | null;
}
