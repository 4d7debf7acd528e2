// Made by `npm run client` from /api/openapi.json and /api/asyncapi.json, 80cac6ff3d481545; not to be edited.

export interface paths {
    readonly "/admin/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the wearables of all patients, with their wearers. Every call is audited.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listDevices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/devices/{id}/disable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Disable a device: refuse its messages
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["disableDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/devices/{id}/enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enable a device: accept its messages again
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["enableDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/directory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what the directory of the home manages, and which of its groups give nothing
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getDirectoryStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/escalation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the organisation's escalation policy
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getEscalation"];
        /**
         * Update the organisation's escalation policy. Open falls keep the policy they started with.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateEscalation"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/falls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List falls of all patients. Every call is audited.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listAllFalls"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/falls/{id}/investigate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Flag a fall for investigation
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["investigateFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/limits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the organisation's limits
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getLimits"];
        /**
         * Change the organisation's limits. Open falls keep those they started with.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateLimits"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List audit log entries. For admins; with `wardId` also for leads of the ward.
         * @description Needs the role CAREGIVER or ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listAuditTrail"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/maintenance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Run a maintenance task. `options.dryRun` only reports the effect. 409 CLOCK_IN_DOUBT while the clock may be wrong.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["runMaintenance"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/operations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the counts of each ward for an operator of many installations, without names of people
         * @description Needs the role ADMIN. With an access token, the scope `operations`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getOperations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/organisation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the settings of the organisation
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getOrganisation"];
        /**
         * Update the settings of the organisation. Fields left out stay as they are.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateOrganisation"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/path": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the results of the path tests, which send an alert from a reading to a receiver
         * @description Needs the role ADMIN. With an access token, the scope `operations`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPath"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/patients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a patient account, also without an e-mail address. Assigns no caregiver.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createResident"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/service-accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List service accounts
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listServiceAccounts"];
        readonly put?: never;
        /**
         * Create a service account for a program. The response shows its token once.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createServiceAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/service-accounts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a service account. Its token, live sockets and MQTT connections end at once.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteServiceAccount"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/service-accounts/{id}/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace the token of a service account. The old one ends at once; the response shows the new one once.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["renewServiceAccountToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/setup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what an admin should know about the installation
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getSetupFacts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/sign-on": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the settings of single sign-on, the state of the provider, and what logins brought
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getSignOnStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/sign-on/trial": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin a login as a test: it opens no session and changes nothing. Its result is in the status, for you alone.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["trySignOn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get system statistics
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getStatistics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/test-alerts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the test alerts of all admins
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listTestAlerts"];
        readonly put?: never;
        /**
         * Trigger a test alert in your own name. It goes to the admins and escalates as an emergency, and it is in no list or count of falls. One at a time.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["triggerTestAlert"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listUsers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a user
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getUser"];
        /**
         * Update a user. Deactivation ends the user's sessions.
         * @description Needs the role ADMIN. Closed to access tokens. A new `email` needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateUser"];
        readonly post?: never;
        /**
         * Delete a user with all their data
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteUser"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users/{id}/directory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what the directory of the home says about an account. 404 if it does not manage it.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getDirectoryEntry"];
        readonly put?: never;
        /**
         * Hand an account over to the directory: the next user that it creates under this name gets it.
         * @description Needs the role ADMIN. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["handOverToDirectory"];
        /**
         * Take an account back from the directory, which then neither sees nor changes it
         * @description Needs the role ADMIN. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["takeBackFromDirectory"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users/{id}/password-reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set a temporary password. The response shows it once; the user's sessions end.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["resetUserPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users/{id}/role": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Change a user's role. Ends the user's sessions and care assignments.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["changeUserRole"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the organisation's webhooks, without secrets
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Add a webhook for the organisation. The response shows its secret once.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["addWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete one of the organisation's webhooks
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test message and wait up to 10 s. Success re-enables the webhook.
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["testWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/asyncapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The live socket and the MQTT topics as an AsyncAPI 3.0 document
         * @description Needs no token. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getAsyncApiDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/forgot": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a password reset link by e-mail. The response does not reveal whether the account exists.
         * @description Needs no token. Limited per IP address and 5 minutes (RATE_LIMIT_LOGIN).
         */
        readonly post: operations["requestPasswordReset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Log in: create a session. If the account has a second factor, 401 with `details.totp` until the request carries a code.
         * @description Needs no token. Limited per IP address and 5 minutes (RATE_LIMIT_LOGIN).
         */
        readonly post: operations["logIn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Log out: end the current session
         * @description Needs a token. Closed to access tokens. No rate limit.
         */
        readonly post: operations["logOut"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oidc": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get whether single sign-on is configured, and what its button says
         * @description Needs no token. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getSignOn"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oidc/backchannel-logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Back-channel logout: the provider ends sessions. Sent by the provider as a form.
         * @description Needs no token. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["logOutByProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oidc/callback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Come back from the provider of single sign-on: create a session, and go to `returnTo`
         * @description Needs no token. Limited per IP address and 5 minutes: 30 times RATE_LIMIT_LOGIN. An error goes to `/login?error=CODE`.
         */
        readonly get: operations["finishSignOn"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oidc/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Finish a login that met an account with the same e-mail address, or one with a second factor. Counts as a login.
         * @description Needs no token. Limited per IP address and 5 minutes: 30 times RATE_LIMIT_LOGIN.
         */
        readonly post: operations["linkSignOn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oidc/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Go to the provider of single sign-on. A browser opens it as a page.
         * @description Needs no token. Limited per IP address and 5 minutes: 30 times RATE_LIMIT_LOGIN. An error goes to `/login?error=CODE`.
         */
        readonly get: operations["beginSignOn"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/passkey": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Log in with a passkey: create a session. Counts as a login, and as a second factor.
         * @description Needs no token. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["logInWithPasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/passkey/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a login with a passkey. Returns the options for navigator.credentials.get, the same for every account.
         * @description Needs no token. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["offerPasskeyLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/reauthenticate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Re-authenticate before a change to the account: password and, with a second factor, `totp`. Counts as a login.
         * @description Needs a token. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["reauthenticate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/renew": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Renew the current session. Returns a new token, valid for SESSION_DURATION. The old token stays valid until it expires.
         * @description Needs a token. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["renewSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set a new password with the token from the link. Ends every session of the account.
         * @description Needs no token. Limited per IP address and 5 minutes (RATE_LIMIT_LOGIN).
         */
        readonly post: operations["resetPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/signup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sign up: create an account and a session. 403 if sign-up is closed for the role (SIGNUP_ROLES).
         * @description Needs no token. Limited per IP address and 15 minutes (RATE_LIMIT_SIGNUP).
         */
        readonly post: operations["signUp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/board": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the board: the caregiver's patients with their latest readings, and open falls. Admins see all patients.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getBoard"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/calendars/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an iCalendar feed (RFC 5545) by its secret address
         * @description Needs no token. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["readCalendarFeed"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List caregivers
         * @description Needs the role ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listCaregivers"];
        readonly put?: never;
        /**
         * Create a caregiver account
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createCaregiver"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a caregiver. For that caregiver or an admin.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getCaregiver"];
        /**
         * Update a caregiver. Null clears optional fields.
         * @description Needs the role CAREGIVER or ADMIN. Closed to access tokens. A new `email` needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateCaregiver"];
        readonly post?: never;
        /**
         * Delete a caregiver with all their data
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteCaregiver"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/{id}/patients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List patients in the care of a caregiver. For that caregiver or an admin.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listAssignedPatients"];
        readonly put?: never;
        /**
         * Assign a patient to a caregiver
         * @description Needs the role ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["assignPatient"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/{id}/patients/{patientId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a patient from a caregiver
         * @description Needs the role ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["unassignPatient"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/alerts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your unacknowledged alerts. `status` includes others.
         * @description Needs the role CAREGIVER. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listAlerts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/alerts/{id}/acknowledge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Acknowledge one of your alerts, with the outcome if known. A repetition is harmless and may add the outcome.
         * @description Needs the role CAREGIVER. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`; closed to service accounts. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["acknowledgeAlert"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get your profile
         * @description Needs the role CAREGIVER. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getOwnCaregiverProfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/me/calendar/feed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the secret address of the iCalendar feed of your slots
         * @description Needs the role CAREGIVER. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getOwnCalendarFeed"];
        readonly put?: never;
        /**
         * Renew the secret address of the iCalendar feed of your slots; the old one ends
         * @description Needs the role CAREGIVER. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["renewOwnCalendarFeed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/me/shift": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a shift until a given time. Replaces the current shift.
         * @description Needs the role CAREGIVER. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["startShift"];
        /**
         * End your shift or your slot of the roster early. Other caregivers are notified of open claims.
         * @description Needs the role CAREGIVER. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["endShift"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/on-duty": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List caregivers on duty, by roster or shift, and when they end
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listOnDuty"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/reachability": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List by which channels caregivers and admins can be reached, those on duty first. For admins; with `wardId` also for leads of the ward.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listReachability"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/unreached": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List who received none of the notifications about a fall of the last night. For admins; with `wardId` also for leads of the ward. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listUnreached"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/conversations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your conversations, newest first, at most 200
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listConversations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/conversations/{id}/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark all messages from a user as read. `id` is the sender's ID.
         * @description Needs a token. With an access token, the scope `respond`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["markConversationRead"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a device by ID or MAC address. For its owner, an assigned caregiver or an admin.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getDevice"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a device with its readings and logs. For its owner only.
         * @description Needs a token. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteDevice"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/answer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send the wearer's signal: "I'm OK" cancels the newest unresolved fall; "I need help" raises it to CONFIRMED or records a fall (201).
         * @description Needs a token. With an access token, the scope `ingest`; closed to service accounts. Open to device tokens, for their own device. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["answerAsWearer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/backlog": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Submit readings that the wearable kept while it was offline, each with `recorded_at`
         * @description Needs a token. With an access token, the scope `ingest`; closed to service accounts. Open to device tokens, for their own device. Limited to one backlog per 5 seconds and device.
         */
        readonly post: operations["submitBacklog"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/fall": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the wearer's newest unresolved fall of the last 24 hours, and who is coming; null without one. For the wearer, the care team and admins.
         * @description Needs a token. With an access token, the scope `read`. Open to device tokens, for their own device. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly get: operations["getFallOfWearer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the newest 1000 log entries of the device
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listDeviceLogs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/low-scores": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the lowest health score of each of some hours, and what lowered it. Every call is audited.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listLowScores"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Assign a wearable to another patient. Returns its new token, once. Readings and falls stay with the previous wearer. For an admin, or a caregiver of both patients.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["moveDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say that the wearable does not measure for now, such as a phone whose screen is off; null: it measures again. Its next reading ends the pause, too.
         * @description Needs a token. With an access token, the scope `ingest`; closed to service accounts. Open to device tokens, for their own device. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["pauseDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/readings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get readings for a chart, oldest first, at most 2000 points. To page, pass the last timestamp as `from`.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getDeviceReadings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/shake-test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the progress or the result of the last shake test. 404 without one.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getShakeTest"];
        readonly put?: never;
        /**
         * Start a shake test of a wearable: 5 seconds still, 5 seconds shaken. For 30 seconds its readings raise no alert; its help button works. At most 5 an hour. For its owner, an assigned caregiver or an admin.
         * @description Needs a token. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["startShakeTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the device's last status report
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getDeviceStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a new token for the device. The response shows it once; the old token stops working. For its owner, an assigned caregiver or an admin.
         * @description Needs a token. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["replaceDeviceToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/updates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the firmware that a wearable is offered; null if none is
         * @description Needs a token. With an access token, the scope `read`. Open to device tokens, for their own device. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getDeviceUpdate"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/updates/state": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report how far a wearable is with an update. For its owner only. A repeated report changes nothing.
         * @description Needs a token. With an access token, the scope `ingest`; closed to service accounts. Open to device tokens, for their own device. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["reportDeviceUpdate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/sensor-stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Submit a sensor reading. The first reading of an unknown MAC address registers the device.
         * @description Needs a token. With an access token, the scope `ingest`; closed to service accounts. Open to device tokens, for their own device. Limited to one reading per second and device.
         */
        readonly post: operations["submitReading"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/escalation/reach": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get whom the targets of escalation steps reach now, by name and channel kind, for the patients to whom a policy applies: of the organisation, of a ward (also for its leads) or of one patient
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getEscalationReach"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the falls of the caller as the wearer, of the last 30 days or of `days`. A caregiver or admin who wears nothing gets an empty list: `GET /falls/recent` has those of patients.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listFalls"];
        readonly put?: never;
        /**
         * Report a fall. Caregivers are alerted from level POTENTIAL.
         * @description Needs a token. With an access token, the scope `ingest`; closed to service accounts. No rate limit.
         */
        readonly post: operations["reportFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a fall with sensor data, alerts and response. For its owner, an assigned caregiver or an admin.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getFall"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/assist": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Help with a fall of a patient who is not in the caller's care: the caregiver is in the care team until an hour after the fall is resolved. 409 for admins and the care team.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`; closed to service accounts. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["assistFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/claim": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Claim a fall ("I'm going"). A second claim by the same caregiver extends it. For assigned caregivers and admins.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["claimFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the notifications of people about a fall, oldest first, with what is known of them. For users who may read the fall.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listFallDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/hand-off": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Offer a claim to another caregiver of the patient, who accepts by claiming
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["handOffFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/hand-off/decline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Decline a claim that was offered to the caller. Its holder keeps it and is notified.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["declineHandOff"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/ok": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a fall ("I'm OK") by its wearer, while it is unclaimed. Not for an emergency.
         * @description Needs a token. With an access token, the scope `ingest`; closed to service accounts. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["cancelFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/outcome": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Correct the outcome of a resolved fall. The timeline keeps the former one; from 15 minutes after the resolution the change is an amendment. For assigned caregivers and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `respond`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["correctOutcome"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/release": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Release a claim. Escalation resumes. For the caregiver who holds the claim, and admins.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["releaseFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the incident report of a fall. For users who may read the fall.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getIncidentReport"];
        /**
         * Change fields of the incident report; `null` clears a field. After the signature the changes become an amendment. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateIncidentReport"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/report/sign": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Save fields of the incident report and sign it, which locks its text. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["signIncidentReport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/resolve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resolve a fall with its outcome. Final. For assigned caregivers and admins.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["resolveFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the timeline of a fall, oldest first. For users who may read the fall.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getFallTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/recent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List falls of all patients in the last 24 hours, or `hours`. Location and response only for patients in the caller's care; with CAREGIVERS_SEE=team only their falls. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listRecentFalls"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/firmware": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the images, newest first, with where they are offered and how far wearables are
         * @description Needs the role ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listFirmware"];
        readonly put?: never;
        /**
         * Upload a signed image, of at most 16 MiB. 200 if the same image is there already.
         * @description Needs the role ADMIN. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["uploadFirmware"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/firmware/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Withdraw an image, and delete it with the states of its wearables
         * @description Needs the role ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteFirmware"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/firmware/{id}/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the wearables that an image is or was offered to. Every call is audited.
         * @description Needs the role ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listFirmwareDevices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/firmware/{id}/image": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Load an image, or a part of it with `Range`. For wearables that are offered it, and admins.
         * @description Needs a token. With an access token, the scope `read`. Open to device tokens, for their own device. Limited to 256 at once; 503 beyond.
         */
        readonly get: operations["getFirmwareImage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/firmware/{id}/rollout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Offer an image to a share of the wearables, of a ward or of all
         * @description Needs the role ADMIN. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["rollOutFirmware"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/firmware/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the versions that wearables report, most frequent first, at most 100
         * @description Needs the role ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listFirmwareVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the health of the service
         * @description Needs no token. No rate limit.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/help": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Call for help without a device. Raises the newest unresolved fall to CONFIRMED (200), or records a fall.
         * @description Needs the role PATIENT. With an access token, the scope `ingest`; closed to service accounts. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["callForHelp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/hooks/sms": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Takes replies to SMS, and the status of sent SMS, from the SMS gateway
         * @description Needs no token, but a signature. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["smsHook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/hooks/voice": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Tells the voice gateway what to say, and takes keys and the status of calls from it
         * @description Needs no token, but a signature. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["voiceHook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the current user, or the service account whose token it is
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getCurrentUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your messages, sent and received. `unreadOnly` returns unread received messages.
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listMessages"];
        readonly put?: never;
        /**
         * Send a message to another user
         * @description Needs a token. With an access token, the scope `respond`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["sendMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messages/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a message. For its sender and its recipient.
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getMessage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messages/{id}/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark a received message as read. Idempotent.
         * @description Needs a token. With an access token, the scope `respond`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["markMessageRead"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/morning-questions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List morning questions about the caregiver's patients, newest first. Admins see all.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listMorningQuestions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/morning-questions/{id}/answer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Answer a morning question. The answer is the event's outcome, unless it is `unknown`. For assigned caregivers and admins.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `respond`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["answerMorningQuestion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This API as an OpenAPI 3.1 document
         * @description Needs no token. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getOpenApiDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List patients. Health and private data only for patients in the caller's care; with CAREGIVERS_SEE=team no other patients.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listPatients"];
        readonly put?: never;
        /**
         * Create a patient account and assign the patient to the caller
         * @description Needs the role CAREGIVER. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createPatient"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a patient. For the patient, the care team or an admin.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPatient"];
        /**
         * Update a patient. Null clears optional fields. The ward: for admins and leads of both wards; to none: for admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. A new `email` needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updatePatient"];
        readonly post?: never;
        /**
         * Delete a patient with all their data
         * @description Needs the role ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deletePatient"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/absence": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Record that a patient is away. Until then, alerts about a silent or unworn wearable and missed check-ins are held. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["setAbsence"];
        readonly post?: never;
        /**
         * End a patient's absence. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["endAbsence"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/absences": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a patient's absences, newest first. For the patient, the care team and admins.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listAbsences"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/check-in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a patient's check-in. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getCheckIn"];
        /**
         * Set a patient's check-in: the times in which they show a sign of life, or caregivers are alerted. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["setCheckIn"];
        readonly post?: never;
        /**
         * Delete a patient's check-in. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteCheckIn"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/detector": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what the detector has learned about a patient from caregivers' outcomes. For the patient, an assigned caregiver or an admin.
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPatientDetector"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Reset the detector to the standard sensitivity for a patient. For assigned caregivers and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["resetPatientDetector"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a patient's devices
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listPatientDevices"];
        readonly put?: never;
        /**
         * Register a wearable for a patient before its first reading. Returns its token, once. For the patient, an assigned caregiver or an admin.
         * @description Needs a token. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["registerDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/escalation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a patient's escalation policy. `inherited` if it is the ward's or the organisation's.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPatientEscalation"];
        /**
         * Set a patient's own escalation policy
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updatePatientEscalation"];
        readonly post?: never;
        /**
         * Reset a patient to the escalation policy of the ward or the organisation
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deletePatientEscalation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export a patient's data: a ZIP of profile.json, devices.json, readings.csv (`samples` and `parts` in hexadecimal, see docs/security.md), coverage.csv, falls.json, alerts.json, messages.json and access-log.json.
         * @description Needs the role ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["exportPatientData"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/falls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a patient's falls, optionally of the last `days`
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listPatientFalls"];
        readonly put?: never;
        /**
         * Report a fall of a patient, as the patient does with `POST /falls`. With `withPatient` the caller claims it at once. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. Closed to access tokens. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["reportPatientFall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a patient's health summary
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPatientHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/limits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the limits at which a patient's wearable alerts caregivers. `inherited` if none is the patient's own.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPatientLimits"];
        /**
         * Set a patient's own limits. Null inherits that of the ward, the organisation or the settings.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updatePatientLimits"];
        readonly post?: never;
        /**
         * Reset a patient's limits to those of the ward, the organisation and the settings
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deletePatientLimits"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/overview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a patient with health, devices, newest falls and detector
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPatientOverview"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/sensor-rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the sensor alerts of a patient that escalate. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getSensorRules"];
        /**
         * Set the sensor alerts of a patient that escalate. For the care team and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["setSensorRules"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get your profile, with caregivers and devices
         * @description Needs the role PATIENT. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getOwnPatientProfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/me/check-in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check in ("I'm up"). Counts while the window is open; before it, nothing changes.
         * @description Needs the role PATIENT. With an access token, the scope `ingest`; closed to service accounts. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["checkIn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channel-kinds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the kinds of notification channels, and which of them this service can send
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listChannelKinds"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your notification channels, without secrets; for access tokens also without URLs and topics
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listChannels"];
        readonly put?: never;
        /**
         * Add a notification channel. An e-mail address or a number gets a code; a webhook's secret is shown once; a known push subscription is updated.
         * @description Needs a token. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["addChannel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete one of your notification channels
         * @description Needs a token. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteChannel"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test message and wait up to 10 s. Success re-enables the channel.
         * @description Needs a token. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["testChannel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels/{id}/test-result": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say whether the phone rang when the test message arrived, and whether it was on silent
         * @description Needs a token. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["answerChannelTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels/{id}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm an e-mail address or a number with the code that was sent to it
         * @description Needs a token. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["verifyChannel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/email": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change your e-mail address. If mail is configured, the change takes effect when the new address confirms it.
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["changeEmail"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/identities": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the identities at providers of single sign-on that are linked with your account
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listIdentities"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/identities/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Unlink an identity, and end the other sessions that it has opened
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["unlinkIdentity"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get your profile
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getProfile"];
        /**
         * Update your profile. Null clears phone, date of birth or language.
         * @description Needs a token. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateProfile"];
        readonly post?: never;
        /**
         * Delete your account permanently
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteAccount"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/me/access-log": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List who has accessed your health data
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listAccesses"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/me/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export your data: a ZIP of profile.json, devices.json, readings.csv (`samples` and `parts` in hexadecimal, see docs/security.md), coverage.csv, falls.json, alerts.json, messages.json and access-log.json. Once per hour.
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["exportOwnData"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/passkeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your passkeys, oldest first
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listPasskeys"];
        readonly put?: never;
        /**
         * Add a passkey, at most 10
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["addPasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/passkeys/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a passkey, and end the other sessions that it has opened
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deletePasskey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/passkeys/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start adding a passkey. Returns the options for navigator.credentials.create.
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["offerPasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change your password. Ends every other session.
         * @description Needs a token. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["replacePassword"];
        /**
         * Change your password. Ends every other session.
         * @description Needs a token. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["changePassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/pin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set or replace your PIN for stations
         * @description Needs the role CAREGIVER or ADMIN. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["setPin"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your open sessions, newest first, at most 100
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End one of your sessions, on any device
         * @description Needs a token. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["endSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your access tokens, newest first, with what was made with them
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listAccessTokens"];
        readonly put?: never;
        /**
         * Create an access token for a program, at most 50. The response shows it once.
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createAccessToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/tokens/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an access token. Its live sockets and MQTT connections end at once.
         * @description Needs a token. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteAccessToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/totp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the status of your second factor
         * @description Needs a token. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getSecondFactor"];
        readonly put?: never;
        /**
         * Start setting up a second factor. Returns a secret for an authenticator app; confirm it with a code.
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["offerSecondFactor"];
        /**
         * Remove the second factor and its recovery codes
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["removeSecondFactor"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/totp/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm the second factor with a code from the app. Returns ten recovery codes, once.
         * @description Needs a token. Closed to access tokens. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["confirmSecondFactor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/push/key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the public key for Web Push subscriptions
         * @description Needs a token. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getPushKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/receipts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report that a device has received a push message, or that the person has opened it
         * @description Needs no token. Limited to 600 requests per minute and IP address.
         */
        readonly post: operations["reportReceipt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/charging": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the wearables whose battery does not last until tomorrow evening. For admins, and leads with the `wardId` of their ward. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listWearablesToCharge"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/coverage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Report the waking minutes with and without readings of each patient and day, as JSON or CSV. For those who may see the report of falls; a token with the scope `operations` alone sees no names. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read` or `operations`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getCoverageReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/detector": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What the detector and its shadow did in each ward and month, for how many hours worn, as JSON or CSV, without names. For admins, and leads with the `wardId` of their ward.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getDetectorLedger"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/falls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count falls and response times of a period, as JSON or CSV. For admins, leads (with the `wardId` of their ward) and caregivers (with the `patientId` of a patient in their care). Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getFallReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/false-alarms": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count false alarms by wearable and ISO week. For admins, and leads with the `wardId` of their ward.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getFalseAlarms"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/inspection": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count the falls of a period per 1,000 resident days, by injury and by shift. For those who may see the report of falls. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getInspectionReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/response": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Measure the stages of the response to the falls of a period, as JSON or CSV. For those who may see the report of falls. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getResponseReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/sensitivity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Replay the detected falls of the last 30 days with each sensitivity. For those who may see the report of falls. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getSensitivityReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/workbook": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download all reports of falls of a period as one Office Open XML workbook (`.xlsx`). For those who may see the report of falls. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["downloadReports"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sensors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List sensors other than wearables: all for admins, those of their wards for leads
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listSensors"];
        readonly put?: never;
        /**
         * Add a sensor: a bed mat, a radar, a door contact or a nurse-call system. For admins and leads of the ward.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createSensor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sensors/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a sensor. Its falls and alerts stay. For admins and leads of its ward.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteSensor"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sensors/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send an event of a sensor. FALL and CALL become a fall; the others alert the care team, and escalate if the sensor rules of the patient say so. A repeat is answered with 200.
         * @description Needs a token. With an access token, the scope `ingest`. Counts toward the rate limit per minute, but is never refused by it.
         */
        readonly post: operations["sendSensorEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List stations: all for admins, those of their wards for leads
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listStations"];
        readonly put?: never;
        /**
         * Create a station and its enrolment code. For admins and leads of the ward.
         * @description Needs the role CAREGIVER or ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createStation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a station. Its cookie and its live sockets end at once.
         * @description Needs the role CAREGIVER or ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteStation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/enrol": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enrol the calling tablet with the code of a station. Sets the cookie `station_token`.
         * @description Needs no token. Limited to 10 wrong codes per IP address, and 100 in all, within 15 minutes. A right code passes beyond the first limit.
         */
        readonly post: operations["enrolStation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the station itself. Renews its cookie.
         * @description Needs the cookie of a station. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getOwnStation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/me/board": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the board of the station: the falls of its ward, who is on duty, and who may act. Renews its cookie.
         * @description Needs the cookie of a station. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getStationBoard"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/me/plan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the floor plan of the station’s ward. 404 for a station of all wards.
         * @description Needs the cookie of a station. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getStationPlan"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/me/plan/picture": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the picture of the floor plan of the station’s ward.
         * @description Needs the cookie of a station. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getStationPlanPicture"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/me/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Record that the test alarm of a station was seen and heard, or was not. At the station only.
         * @description Needs the role CAREGIVER or ADMIN. Also at a station, with the token of `POST /stations/me/unlock`. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["recordStationTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stations/me/unlock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Unlock the station with the PIN of a caregiver of its ward. Returns a token for 60 seconds.
         * @description Needs the cookie of a station. Limited to five wrong PINs per person and 15 minutes, and 30 PINs per station and minute.
         */
        readonly post: operations["unlockStation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what is to be tested, each with its last test, as JSON or CSV (without pages). For admins; leads see their wards.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listTests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tests/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the tests of a wearable, a person’s channels, a station or the path, newest first. For admins; leads see their wards.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listPastTests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List wards, with their leads and the members on duty
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listWards"];
        readonly put?: never;
        /**
         * Create a ward
         * @description Needs the role ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createWard"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Rename a ward
         * @description Needs the role ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateWard"];
        readonly post?: never;
        /**
         * Delete a ward. 409 while patients are in it.
         * @description Needs the role ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteWard"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/calendar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the slots of a ward that overlap a range of days. Members of the ward and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getWardCalendar"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/calendar/feed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get your secret address of the iCalendar feed of a ward
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getWardCalendarFeed"];
        readonly put?: never;
        /**
         * Renew your secret address of the iCalendar feed of a ward; the old one ends
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["renewWardCalendarFeed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/candidates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List caregivers who can be added to a ward. For admins and leads.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listWardCandidates"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/caregivers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List members of a ward. For members and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listWardMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/caregivers/{caregiverId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Add a caregiver to a ward, or change the membership. For admins and leads; only admins make or remove leads.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["putWardMember"];
        readonly post?: never;
        /**
         * Remove a caregiver from a ward. For admins and leads; only admins remove leads.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteWardMember"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/escalation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a ward's escalation policy. `inherited` if it is the organisation's.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getWardEscalation"];
        /**
         * Replace a ward's escalation policy. Without `repeats`, the last step repeats as in the default policy. Open falls keep the policy they started with.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["replaceWardEscalation"];
        readonly post?: never;
        /**
         * Reset a ward to the organisation's escalation policy
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteWardEscalation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/handover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a ward's newest handover. Before the first one, only the summary of the present shift.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getHandover"];
        readonly put?: never;
        /**
         * Write the handover to the next shift. The one before is kept in the list; the service adds the summary.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createHandover"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/handover/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm the handover for the next shift. The boards of the ward no longer show it.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["confirmHandover"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/handovers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a ward's handovers, newest first: the present one and at most 60 before it.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listHandovers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/limits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a ward's limits. `inherited` if they are those of the organisation and the settings.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getWardLimits"];
        /**
         * Change a ward's limits. Open falls keep those they started with.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateWardLimits"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/night": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the night of a ward, from 18:00 until 06:00: falls and who went, the roster and its gaps, and times without readings. Every call is audited.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getNight"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/plan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the floor plan of a ward. For members and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getWardPlan"];
        /**
         * Change the floor plan of a ward. For admins and leads. 409 if it has changed since `revision`.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateWardPlan"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/plan/picture": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the picture of a floor plan. For members and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getWardPlanPicture"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/ring": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what became of the last ring of a ward, of the last hour. For admins and leads.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getWardRing"];
        readonly put?: never;
        /**
         * Send a test message to every caregiver of a ward, by all their working channels. For admins and leads; once a minute.
         * @description Needs the role CAREGIVER or ADMIN. Closed to access tokens. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["ringWard"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the roster of a ward: shifts and coming exceptions. Leads of the ward and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["getRoster"];
        /**
         * Replace the roster of a ward. A shift keeps its exceptions if its `id` is sent.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly put: operations["updateRoster"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster/copy-week": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Copy who is on the slots of a week to the next week. Leads of the ward and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["copyRosterWeek"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster/exceptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a caregiver from one slot, replace them, or add them to it. Leads of the ward and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createRosterException"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster/exceptions/{exceptionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an exception: the shift of the roster applies again
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly delete: operations["deleteRosterException"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster/moves": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Move a caregiver's turn to another day, to another member, or both. Leads of the ward and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `manage`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["moveOnRoster"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster/swaps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the swaps of a ward. Members of the ward and admins.
         * @description Needs the role CAREGIVER or ADMIN. With an access token, the scope `read`. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly get: operations["listSwaps"];
        readonly put?: never;
        /**
         * Ask a colleague to take over one of your slots. The colleague is notified.
         * @description Needs the role CAREGIVER. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["createSwap"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster/swaps/{swapId}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take over a slot that a colleague asked you to. The leads are notified.
         * @description Needs the role CAREGIVER. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["acceptSwap"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wards/{id}/roster/swaps/{swapId}/decline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Decline to take over a slot. The leads are notified.
         * @description Needs the role CAREGIVER. With an access token, the scope `manage`; closed to service accounts. Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).
         */
        readonly post: operations["declineSwap"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Absence of a patient */
        readonly Absence: {
            /** @description User who set it last; null if the account was deleted */
            readonly by: components["schemas"]["AbsenceAuthor"] | null;
            /** @description Reason; null if none was given */
            readonly reason: string | null;
            /**
             * Format: date-time
             * @description End
             */
            readonly until: string;
        };
        /** @description Envelope of a success */
        readonly AbsenceAnswer: {
            readonly data: components["schemas"]["Absence"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description User who set an absence */
        readonly AbsenceAuthor: {
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Given and family name of the user */
            readonly name: string;
        };
        /** @description Absence of a patient that began, changed or ended */
        readonly AbsenceChange: {
            /** @description Absence; null while the patient is here */
            readonly absence: components["schemas"]["Absence"] | null;
            /**
             * Format: date-time
             * @description End of the last absence, for 15 minutes; null otherwise
             */
            readonly absenceEndedAt: string | null;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
        };
        /** @description Access to a user's health data */
        readonly AccessLine: {
            /**
             * Format: uuid
             * @description ID of the user who accessed the data; null if the account is deleted
             */
            readonly actorId: string | null;
            /** @description Given and family name of the user who accessed the data; null if the account is deleted */
            readonly actorName: string | null;
            /** @description ID of the entry */
            readonly id: string;
            /** @description Role of the user who accessed the data; null for a service account, or if the account is deleted */
            readonly role: components["schemas"]["Role"] | null;
            /**
             * Format: date-time
             * @description Time
             */
            readonly timestamp: string;
            /** @description Accessed data */
            readonly what: string;
        };
        /** @description Envelope of a page of a list */
        readonly AccessLinePage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["AccessLine"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Access token of a user */
        readonly AccessToken: {
            /** @description What was made with the token and outlives it, as far as you may change it */
            readonly created: readonly components["schemas"]["TokenCreation"][];
            /**
             * Format: date-time
             * @description Time the token was created
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time the token expires
             */
            readonly expiresAt: string;
            /**
             * Format: uuid
             * @description ID of the token
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to a few minutes; null if never
             */
            readonly lastUsedAt: string | null;
            /** @description What the token is for */
            readonly name: string;
            /** @description What the token may be used for */
            readonly scopes: readonly components["schemas"]["Scope"][];
        };
        /** @description Envelope of a success */
        readonly AccessTokenListAnswer: {
            readonly data: readonly components["schemas"]["AccessToken"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Confirmation of an account deletion */
        readonly AccountDeletion: {
            /**
             * @description Confirmation of the deletion, which cannot be undone
             * @constant
             */
            readonly confirmation: true;
            /** @description Reason; not stored */
            readonly reason?: string | null;
        };
        /**
         * @description Account status; an inactive account cannot log in
         * @enum {string}
         */
        readonly AccountStatus: "active" | "inactive";
        /** @description Acknowledgement of an alert */
        readonly Acknowledgement: {
            /**
             * Format: uuid
             * @description ID of the caregiver who acknowledged it; null if it ended by itself
             */
            readonly acknowledgedBy: string | null;
            /**
             * Format: uuid
             * @description ID of the receiver's alert about the same event
             */
            readonly alertId: string;
            /**
             * Format: uuid
             * @description ID of the fall; null for other alerts
             */
            readonly fallId: string | null;
            /**
             * Format: date-time
             * @description Time
             */
            readonly timestamp: string;
        };
        /** @description Acknowledgement by a caregiver */
        readonly AcknowledgeRequest: {
            /** @description Outcome, if known; a later acknowledgement may add it */
            readonly outcome?: components["schemas"]["FallOutcome"] | null;
        };
        /** @description Fall, as shown to admins */
        readonly AdminFall: {
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the wearable; null without one, or if it is deleted
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            /** @description Injuries; null if not given */
            readonly injuries: string | null;
            /** @description Investigation; null without one */
            readonly investigation: components["schemas"]["Investigation"] | null;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description True if a caregiver has acknowledged or claimed the fall */
            readonly responded: boolean;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Time from the fall to its first acknowledgement or claim; null until then, in s */
            readonly responseTime: number | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly userId: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
            /** @description True if the fall was witnessed; null if not given */
            readonly witnessed: boolean | null;
        };
        /** @description Envelope of a page of a list */
        readonly AdminFallPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["AdminFall"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Reference to an alert */
        readonly AlertChoice: {
            /**
             * Format: uuid
             * @description ID of one of your alerts
             */
            readonly alertId: string;
        };
        /** @description Alerted caregivers */
        readonly AlertedCaregivers: {
            /** @description Number of alerted caregivers, without admins who stand in for missing caregivers */
            readonly caregiverCount: number;
            /** @description True if at least one caregiver was alerted */
            readonly notified: boolean;
        };
        /** @description Answer to a morning question */
        readonly AnswerToQuestion: {
            readonly answer: components["schemas"]["MorningAnswer"];
        };
        /** @description Assessment of a stored reading */
        readonly Assessment: {
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly deviceId: string;
            /** @description Detector's confidence that this is a fall, from 0 to 1 */
            readonly fallConfidence: number;
            /** @description True from level POTENTIAL */
            readonly fallDetected: boolean;
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number;
            /**
             * Format: date-time
             * @description Time of the next permitted reading; earlier readings may get 429
             */
            readonly nextAllowedRequest: string;
            /**
             * Format: date-time
             * @description Time of the reading, as stored
             */
            readonly timestamp: string;
        };
        /** @description Envelope of a success */
        readonly AssessmentAnswer: {
            readonly data: components["schemas"]["Assessment"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Feature that the detector used */
        readonly AssessmentReason: {
            /** @description Contribution: above 0 for a fall, below 0 against it; null if a rule decided, in log-odds */
            readonly contribution: number | null;
            /** @description Name of the feature */
            readonly name: string;
            /** @description Value of the feature, in its own unit */
            readonly value: number;
        };
        /** @description Patient of a caregiver */
        readonly AssignedPatient: {
            /** @description Number of wearables */
            readonly devices: number;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastActive: string | null;
            /** @description Given and family name of the patient */
            readonly name: string;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Number of falls in the last seven days, POTENTIAL and above */
            readonly recentFalls: number;
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
        };
        /** @description Envelope of a page of a list */
        readonly AssignedPatientPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["AssignedPatient"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Assignment of a patient to a caregiver */
        readonly Assignment: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly caregiverId: string;
            /**
             * Format: date-time
             * @description Time of the assignment
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Relationship of the caregiver to the patient; null if not given */
            readonly relationship: string | null;
        };
        /** @description Envelope of a success */
        readonly AssignmentAnswer: {
            readonly data: components["schemas"]["Assignment"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Help from another ward */
        readonly AssistRequest: {
            /** @description Reason, for the timeline */
            readonly reason?: string | null;
        };
        /** @description An AsyncAPI document */
        readonly AsyncApiDocument: {
            /** @description Version of AsyncAPI */
            readonly asyncapi: string;
        };
        /** @description Entry of the audit log */
        readonly AuditLine: {
            /** @description Action code */
            readonly action: string;
            /**
             * Format: uuid
             * @description ID of the user who did it; null for the service itself and without a login
             */
            readonly actorId: string | null;
            /** @description Given and family name of the user who did it; null without one, or if the account is deleted */
            readonly actorName: string | null;
            /** @description SHA-256 over the hash of the entry before it and its own content, in hexadecimal; null until an entry of an earlier version is chained */
            readonly hash: string | null;
            /** @description ID of the entry */
            readonly id: string;
            /** @description IP address of the request; null if unknown */
            readonly ip: string | null;
            readonly level: components["schemas"]["LogLevel"];
            /** @description Message text for people */
            readonly message: string;
            /**
             * @description Outcome of the action
             * @enum {string}
             */
            readonly outcome: "done" | "refused" | "failed";
            /** @description Station at which it was done; else null */
            readonly station: components["schemas"]["StationName"] | null;
            /**
             * Format: uuid
             * @description ID of the user concerned; null without one
             */
            readonly subjectId: string | null;
            /** @description Given and family name of the user concerned; null without one, or if the account is deleted */
            readonly subjectName: string | null;
            /**
             * Format: date-time
             * @description Time
             */
            readonly timestamp: string;
            /** @description Access token with which it was done; else null */
            readonly token: components["schemas"]["TokenName"] | null;
        };
        /** @description Envelope of a page of a list */
        readonly AuditLinePage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["AuditLine"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A newer version of the service */
        readonly AvailableUpdate: {
            /** @description The newest version */
            readonly version: string;
        };
        /** @description Logout at the provider */
        readonly BackChannelLogout: {
            /** @description Signed token (OpenID Connect Back-Channel Logout 1.0) */
            readonly logout_token: string;
        };
        /** @description Readings with their times */
        readonly Backlog: {
            /** @description Readings; an invalid one does not affect the others */
            readonly readings: readonly components["schemas"]["BacklogReading"][];
        };
        /** @description Result of a backlog */
        readonly BacklogOutcome: {
            /** @description Number of readings stored now */
            readonly accepted: number;
            /** @description Number of readings stored before, by device and recorded_at or idempotency_key */
            readonly duplicates: number;
            /** @description Readings that were not stored */
            readonly refused: readonly components["schemas"]["RefusedEntry"][];
        };
        /** @description Envelope of a success */
        readonly BacklogOutcomeAnswer: {
            readonly data: components["schemas"]["BacklogOutcome"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Reading taken while offline */
        readonly BacklogReading: {
            /** @description Acceleration along the device's x axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_x: number;
            /** @description Acceleration along the device's y axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_y: number;
            /** @description Acceleration along the device's z axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_z: number;
            /** @description Battery level, in % */
            readonly battery_level?: number | null;
            /** @description True if connected by Bluetooth */
            readonly bluetooth_connected?: boolean | null;
            /** @description True while the wearable is on a charger, where its stillness does not mean that it is not worn */
            readonly charging?: boolean | null;
            /** @description MAC address of the wearable, as printed on it; with colons, with hyphens or plain, in upper or lower case */
            readonly device_id?: string | null;
            /** @description Firmware version */
            readonly firmware_version?: string | null;
            /** @description Pressure under the foot, from 0 (none) to 1 (maximum) */
            readonly fsr?: number | null;
            /** @description Rotation about the device's x axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_x: number | null;
            /** @description Rotation about the device's y axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_y: number | null;
            /** @description Rotation about the device's z axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_z: number | null;
            /** @description Heart rate, in bpm */
            readonly heart_rate?: number | null;
            /** @description Idempotency key of the reading, of your choice. One with the key of an earlier reading of the device is a repetition: stored once. */
            readonly idempotency_key?: string | null;
            /** @description Type of the wearable, for which firmware is made */
            readonly model?: string | null;
            /** @description The samples since the last reading in 5 parts of equal length, oldest first, instead of `samples`: as accurate, in a fifth of the bytes. docs/contract.md, "Parts", defines the numbers and computes the example. */
            readonly parts?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number | null,
                number | null,
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description Air pressure, in hPa */
            readonly pressure?: number | null;
            /**
             * Format: date-time
             * @description Time of the reading: at most 7 days ago, not in the future
             */
            readonly recorded_at: string;
            /** @description Raw samples since the last reading, oldest first (t_ms ascending). They detect falls that one reading per second misses. */
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ] | readonly [
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description True if the sensors work */
            readonly sensors_initialized?: boolean | null;
            /** @description Radio signal strength, stronger towards 0, in dBm */
            readonly signal_strength?: number | null;
            /** @description Blood oxygen saturation, in % */
            readonly spo2?: number | null;
            /** @description Uptime of the device, in ms */
            readonly uptime_ms: number;
            /** @description True if connected by Wi-Fi */
            readonly wifi_connected?: boolean | null;
        };
        /** @description The last complete backup */
        readonly BackupHealth: {
            /**
             * Format: date-time
             * @description When it ended
             */
            readonly at: string;
            /** @description What it wrote, in bytes */
            readonly bytes: number;
            /** @description How long it took, in s */
            readonly seconds: number;
        };
        /** @description Board of a caregiver */
        readonly Board: {
            /** @description Your unacknowledged alerts about wearables, newest first */
            readonly deviceAlerts: readonly components["schemas"]["CaregiverAlert"][];
            /** @description Unresolved falls, and falls that the wearer cancelled in the last ten minutes */
            readonly falls: readonly components["schemas"]["OpenFall"][];
            /** @description Handovers of your wards that await confirmation, newest first; of all wards for admins */
            readonly handovers: readonly components["schemas"]["PinnedHandover"][];
            /** @description Unanswered morning questions about the patients, newest first */
            readonly morningQuestions: readonly components["schemas"]["MorningQuestion"][];
            /** @description Notices to you as a lead, an admin or a colleague, newest first */
            readonly notices: readonly components["schemas"]["StaffNotice"][];
            /** @description Caregivers on duty */
            readonly onDuty: readonly components["schemas"]["OnDuty"][];
            /** @description Patients in the caregiver's care; all patients for admins */
            readonly people: readonly components["schemas"]["BoardPerson"][];
            /** @description Floor plans of the wards on the board */
            readonly plans: readonly components["schemas"]["PlanRevision"][];
            /** @description Number of listed patients whose wearable is quiet or silent */
            readonly quietCount: number;
            /** @description Time without a reading after which a wearable is quiet, in s */
            readonly quietSeconds: number;
            /** @description For admins: alerts about wearables that no caregiver of the care team has acknowledged, newest first; empty for caregivers */
            readonly teamDeviceAlerts: readonly components["schemas"]["TeamDeviceAlert"][];
            /** @description Number of patients in all; at most a thousand are listed */
            readonly totalPeople: number;
            /** @description Number of unread received messages, at most 1000 */
            readonly unreadMessages: number;
            /** @description Reasons why alerts cannot reach a caregiver outside the console */
            readonly warnings: readonly components["schemas"]["ReachabilityWarning"][];
        };
        /** @description Envelope of a success */
        readonly BoardAnswer: {
            readonly data: components["schemas"]["Board"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Change of the board of a station */
        readonly BoardChange: {
            /**
             * Format: date-time
             * @description Time
             */
            readonly at: string;
        };
        /** @description Patient on the board, with the latest vital signs */
        readonly BoardPerson: {
            /** @description Absence; null while the patient is here */
            readonly absence: components["schemas"]["Absence"] | null;
            /**
             * Format: date-time
             * @description End of the last absence, for 15 minutes; null otherwise
             */
            readonly absenceEndedAt: string | null;
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /** @description True if the wearable was on a charger at its newest reading */
            readonly charging: boolean;
            /** @description Status of the wearable with the newest reading; null without one */
            readonly deviceStatus: components["schemas"]["DeviceStatus"] | null;
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number;
            /** @description Heart rate; null until reported, in bpm */
            readonly heartRate: number | null;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of its newest reading; null if never
             */
            readonly lastSeen: string | null;
            /** @description True if the wearable of an absent patient has moved in the last five minutes */
            readonly moving: boolean;
            /** @description Given and family name of the patient */
            readonly name: string;
            /** @description True if the wearable has not moved for so long that it is probably not worn */
            readonly notWorn: boolean;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            /** @description Number of falls in the last seven days, POTENTIAL and above */
            readonly recentFalls: number;
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            readonly signal: components["schemas"]["WearableSignal"];
            /** @description Blood oxygen saturation; null until reported, in % */
            readonly spo2: number | null;
            /** @description Heart rate in bpm, every five minutes of the last hour, oldest first; null without a measurement */
            readonly trend: readonly (number | null)[];
            /** @description Ward in which the patient lives; null without one */
            readonly ward: components["schemas"]["WardName"] | null;
        };
        /** @description Caregiver on a slot */
        readonly CalendarCaregiver: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Given and family name of the caregiver */
            readonly name: string;
        };
        /** @description Secret address of an iCalendar feed */
        readonly CalendarFeed: {
            /** @description Address for calendar programs; whoever knows it can read the calendar */
            readonly url: string;
        };
        /** @description Envelope of a success */
        readonly CalendarFeedAnswer: {
            readonly data: components["schemas"]["CalendarFeed"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Slot in the calendar of a ward */
        readonly CalendarSlot: {
            /** @description Caregivers on it; absent ones (deactivated, or no longer members) are left out */
            readonly caregivers: readonly components["schemas"]["CalendarCaregiver"][];
            /**
             * Format: date
             * @description Day on which it begins
             */
            readonly date: string;
            /**
             * Format: date-time
             * @description End
             */
            readonly end: string;
            /** @description True if no caregiver is on it */
            readonly gap: boolean;
            /** @description Name of the shift */
            readonly name: string;
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly shiftId: string;
            /**
             * Format: date-time
             * @description Start
             */
            readonly start: string;
            /**
             * @description A night shift in which nobody has a channel that rings on silent; not for slots that are over
             * @enum {string|null}
             */
            readonly warning: "NOBODY_RINGS_ON_SILENT" | null;
        };
        /** @description Envelope of a success */
        readonly CalendarSlotListAnswer: {
            readonly data: readonly components["schemas"]["CalendarSlot"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Identity of a user or a service account */
        readonly CallerIdentity: {
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            readonly role: components["schemas"]["CallerRole"];
        };
        /**
         * @description Role of an account; SERVICE for a service account
         * @enum {string}
         */
        readonly CallerRole: "PATIENT" | "CAREGIVER" | "ADMIN" | "SERVICE";
        /** @description A caregiver */
        readonly Caregiver: {
            /** @description Number of unacknowledged alerts */
            readonly activeAlerts: number;
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            /** @description Employer; null if not given */
            readonly organization: string | null;
            /** @description Number of patients in care, by assignment or ward */
            readonly patients: number;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Phone number; null if not given */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /** @description Specialization; null if not given */
            readonly specialization: string | null;
            readonly status: components["schemas"]["AccountStatus"];
        };
        /** @description Alert of a caregiver */
        readonly CaregiverAlert: {
            /** @description True if this caregiver has acknowledged the alert */
            readonly acknowledged: boolean;
            /**
             * Format: uuid
             * @description ID of the wearable; null for alerts without one
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description ID of the fall; null for other alerts
             */
            readonly fallId: string | null;
            /**
             * Format: uuid
             * @description ID of the alert
             */
            readonly id: string;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Message text for people */
            readonly message: string;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Severity: for a fall its level; for a wearable LOW, MEDIUM or HIGH; for a flood HIGH */
            readonly severity: string;
            /**
             * Format: date-time
             * @description Time of the event
             */
            readonly timestamp: string;
            /** @description Alert type: FALL_DETECTED (a fall), DEVICE_INACTIVE (a silent wearable), DEVICE_OFFLINE (a wearable that has been silent for 24 hours), DEVICE_BATTERY_LOW (a wearable with a low battery), DEVICE_NOT_WORN (a wearable that nobody wears), REPORT_FLOOD (a user who reports too many falls, or a sensor that sends too many events), SENSOR_BED_EXIT (a patient who left the bed), SENSOR_DOOR (a door that was opened), SENSOR_INACTIVITY (a patient who does not move) */
            readonly type: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
        };
        /** @description Envelope of a success */
        readonly CaregiverAnswer: {
            readonly data: components["schemas"]["Caregiver"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Changed fields of a caregiver */
        readonly CaregiverChange: {
            /** @description E-mail address; stored in lower case */
            readonly email?: string;
            /** @description Given name */
            readonly firstName?: string;
            /** @description Family name */
            readonly lastName?: string;
            /** @description Employer */
            readonly organization?: string | null;
            /** @description Phone number, in any notation */
            readonly phone?: string | null;
            /** @description Specialization */
            readonly specialization?: string | null;
        };
        /** @description Caregiver of a patient */
        readonly CaregiverOfPatient: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Given and family name of the caregiver */
            readonly name: string;
            /** @description Phone number; null if not given */
            readonly phone: string | null;
            /** @description Relationship of the caregiver to the patient; null if not given */
            readonly relationship: string | null;
            /**
             * @description Why the caregiver is in the care team: the first that applies
             * @enum {string}
             */
            readonly via: "assignment" | "ward" | "assist";
        };
        /** @description Envelope of a page of a list */
        readonly CaregiverPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["Caregiver"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Notification channel of a user */
        readonly Channel: {
            /** @description For an `email`; else null */
            readonly address: string | null;
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; push and ntfy always send one, other kinds never */
            readonly closing: boolean;
            /**
             * Format: date-time
             * @description Time it was added
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time it was disabled after failures; null while it works
             */
            readonly disabledAt: string | null;
            /** @description For a `webpush`; else null */
            readonly endpoint: string | null;
            /**
             * Format: uuid
             * @description ID of the channel
             */
            readonly id: string;
            readonly kind: components["schemas"]["ChannelKind"];
            /** @description Error of the last attempt; null without one */
            readonly lastError: string | null;
            readonly minSeverity: components["schemas"]["MinSeverity"];
            /** @description For a `sms` or a `call` or a `pager`; else null */
            readonly number: string | null;
            /** @description Quiet hours; null for none */
            readonly quietHours: components["schemas"]["QuietHours"] | null;
            /** @description Whether it rings while the phone is on silent, by your answer after a test; null: unknown */
            readonly ringsOnSilent: boolean | null;
            /** @description For an `ntfy`; else null */
            readonly topic: string | null;
            /** @description For an `ntfy` or a `webhook`; else null */
            readonly url: string | null;
            /**
             * Format: date-time
             * @description Time it was verified; null for an address or number that is not confirmed yet
             */
            readonly verifiedAt: string | null;
        };
        /** @description Envelope of a success */
        readonly ChannelAnswer: {
            readonly data: components["schemas"]["Channel"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Kind of notification channel
         * @enum {string}
         */
        readonly ChannelKind: "webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager";
        /** @description Kind of notification channel in this service */
        readonly ChannelKindState: {
            readonly kind: components["schemas"]["ChannelKind"];
            /** @description Whether you can add one; false: the server is not configured for it */
            readonly offered: boolean;
        };
        /** @description Envelope of a success */
        readonly ChannelKindStateListAnswer: {
            readonly data: readonly components["schemas"]["ChannelKindState"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Envelope of a success */
        readonly ChannelListAnswer: {
            readonly data: readonly components["schemas"]["Channel"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description WORKING: it gets messages; UNCONFIRMED: its address is not confirmed; DISABLED: turned off after an error; NOT_CONFIGURED: the service cannot send this kind
         * @enum {string}
         */
        readonly ChannelState: "WORKING" | "UNCONFIRMED" | "DISABLED" | "NOT_CONFIGURED";
        /** @description Wearables to charge tonight */
        readonly Charging: {
            /** @description Wearables in use whose battery is known */
            readonly checked: number;
            /**
             * Format: date-time
             * @description The evening after this night, until which a battery must last
             */
            readonly until: string;
            /** @description By battery level; at most 1000 */
            readonly wearables: readonly components["schemas"]["WearableToCharge"][];
        };
        /** @description Envelope of a success */
        readonly ChargingAnswer: {
            readonly data: components["schemas"]["Charging"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Daily check-in of a patient */
        readonly CheckIn: {
            /**
             * Format: date-time
             * @description Time of the first sign of life in that window; null without one
             */
            readonly checkedInAt: string | null;
            /**
             * Format: date-time
             * @description End of that window
             */
            readonly closesAt: string;
            /** @description Start of the window, HH:MM in the organisation's time zone */
            readonly from: string;
            /**
             * Format: date-time
             * @description Start of the window that is open or comes next
             */
            readonly opensAt: string;
            /** @description End of the window, HH:MM in the organisation's time zone; after `from` */
            readonly until: string;
            /** @description Days of the week, 1 (Monday) to 7 (Sunday) */
            readonly weekdays: readonly number[];
        };
        /** @description Envelope of a success */
        readonly CheckInAnswer: {
            readonly data: components["schemas"]["CheckIn"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Times of a check-in; all are required for a patient without one, a subset changes the others */
        readonly CheckInChange: {
            /** @description Start of the window, HH:MM in the organisation's time zone */
            readonly from?: string;
            /** @description End of the window, HH:MM in the organisation's time zone; after `from` */
            readonly until?: string;
            /** @description Days of the week, 1 (Monday) to 7 (Sunday) */
            readonly weekdays?: readonly number[];
        };
        /** @description How the sensitivity that was chosen changed the confidence; absent if it did not */
        readonly ChosenSensitivity: {
            /** @description Confidence before, from 0 to 1 */
            readonly detectorConfidence: number;
            readonly sensitivity: components["schemas"]["Sensitivity"];
        };
        /** @description "I'm going" */
        readonly ClaimRequest: {
            /** @description Estimated time until arrival; the claim lasts 5 minutes longer, or 10 minutes without an estimate, in minutes */
            readonly etaMinutes?: number | null;
            /** @description Note for the timeline */
            readonly note?: string | null;
        };
        /** @description Conversation with a user */
        readonly Conversation: {
            /** @description True if the caller may write to the user; false for a patient of another care team (CAREGIVERS_SEE) */
            readonly canReply: boolean;
            readonly lastMessage: components["schemas"]["Message"];
            /** @description Number of unread messages from the user, among the newest 1000 unread */
            readonly unread: number;
            readonly with: components["schemas"]["Correspondent"];
        };
        /** @description Envelope of a success */
        readonly ConversationListAnswer: {
            readonly data: readonly components["schemas"]["Conversation"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Other user of a conversation */
        readonly Correspondent: {
            /**
             * Format: uuid
             * @description ID of the user
             */
            readonly id: string;
            /** @description Given and family name of the user */
            readonly name: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description Waking minutes of a day, from 07:00 to 22:00 */
        readonly CoverageDay: {
            /** @description In which the patient was away; none of the others, in minutes */
            readonly absentMinutes: number;
            /** @description Without a reading, in minutes */
            readonly blindMinutes: number;
            /** @description With a reading that arrived at its time, in minutes */
            readonly connectedMinutes: number;
            /** @description Day, in the organisation's time zone */
            readonly date: string;
            /** @description The waking hours; with `by=hour` */
            readonly hours?: readonly components["schemas"]["CoverageHour"][];
            /** @description With readings that arrived later only, such as those of a backlog, in minutes */
            readonly lateMinutes: number;
            /** @description The longest time without a reading, in minutes */
            readonly longestBlindMinutes: number;
            /** @description Connected, and the wearable was worn, in minutes */
            readonly wornMinutes: number;
        };
        /** @description Minutes of an hour */
        readonly CoverageHour: {
            /** @description In which the patient was away; none of the others, in minutes */
            readonly absentMinutes: number;
            /** @description Without a reading, in minutes */
            readonly blindMinutes: number;
            /** @description With a reading that arrived at its time, in minutes */
            readonly connectedMinutes: number;
            /** @description Hour of the clock, in the organisation's time zone, in hours */
            readonly hour: number;
            /** @description With readings that arrived later only, such as those of a backlog, in minutes */
            readonly lateMinutes: number;
            /** @description Connected, and the wearable was worn, in minutes */
            readonly wornMinutes: number;
        };
        /** @description Sums of the days */
        readonly CoverageTotals: {
            /** @description In which the patient was away; none of the others, in minutes */
            readonly absentMinutes: number;
            /** @description Without a reading, in minutes */
            readonly blindMinutes: number;
            /** @description With a reading that arrived at its time, in minutes */
            readonly connectedMinutes: number;
            /** @description With readings that arrived later only, such as those of a backlog, in minutes */
            readonly lateMinutes: number;
            /** @description The longest time without a reading, in minutes */
            readonly longestBlindMinutes: number;
            /** @description Connected, and the wearable was worn, in minutes */
            readonly wornMinutes: number;
        };
        /** @description New access token */
        readonly CreatedAccessToken: {
            /** @description What was made with the token and outlives it, as far as you may change it */
            readonly created: readonly components["schemas"]["TokenCreation"][];
            /**
             * Format: date-time
             * @description Time the token was created
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time the token expires
             */
            readonly expiresAt: string;
            /**
             * Format: uuid
             * @description ID of the token
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to a few minutes; null if never
             */
            readonly lastUsedAt: string | null;
            /** @description What the token is for */
            readonly name: string;
            /** @description What the token may be used for */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /** @description The token, shown only in this response */
            readonly token: string;
        };
        /** @description Envelope of a success */
        readonly CreatedAccessTokenAnswer: {
            readonly data: components["schemas"]["CreatedAccessToken"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Created caregiver */
        readonly CreatedCaregiver: {
            /** @description Number of unacknowledged alerts */
            readonly activeAlerts: number;
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            /** @description Employer; null if not given */
            readonly organization: string | null;
            /** @description Number of patients in care, by assignment or ward */
            readonly patients: number;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Phone number; null if not given */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /** @description Specialization; null if not given */
            readonly specialization: string | null;
            readonly status: components["schemas"]["AccountStatus"];
            /** @description Temporary password for the first login, shown only once; expires after 7 days */
            readonly temporaryPassword?: string;
        };
        /** @description Envelope of a success */
        readonly CreatedCaregiverAnswer: {
            readonly data: components["schemas"]["CreatedCaregiver"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Created notification channel */
        readonly CreatedChannel: {
            /** @description For an `email`; else null */
            readonly address: string | null;
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; push and ntfy always send one, other kinds never */
            readonly closing: boolean;
            /**
             * Format: date-time
             * @description Time it was added
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time it was disabled after failures; null while it works
             */
            readonly disabledAt: string | null;
            /** @description For a `webpush`; else null */
            readonly endpoint: string | null;
            /**
             * Format: uuid
             * @description ID of the channel
             */
            readonly id: string;
            readonly kind: components["schemas"]["ChannelKind"];
            /** @description Error of the last attempt; null without one */
            readonly lastError: string | null;
            readonly minSeverity: components["schemas"]["MinSeverity"];
            /** @description For a `sms` or a `call` or a `pager`; else null */
            readonly number: string | null;
            /** @description Quiet hours; null for none */
            readonly quietHours: components["schemas"]["QuietHours"] | null;
            /** @description Whether it rings while the phone is on silent, by your answer after a test; null: unknown */
            readonly ringsOnSilent: boolean | null;
            /** @description Secret of a webhook to verify signatures (Standard Webhooks), shown only once; else null */
            readonly secret: string | null;
            /** @description For an `ntfy`; else null */
            readonly topic: string | null;
            /** @description For an `ntfy` or a `webhook`; else null */
            readonly url: string | null;
            /**
             * Format: date-time
             * @description Time it was verified; null for an address or number that is not confirmed yet
             */
            readonly verifiedAt: string | null;
        };
        /** @description Envelope of a success */
        readonly CreatedChannelAnswer: {
            readonly data: components["schemas"]["CreatedChannel"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Created patient */
        readonly CreatedPatient: {
            /** @description The patient's absence; null while the patient is here */
            readonly absence: components["schemas"]["Absence"] | null;
            /** @description The patient's care team */
            readonly caregivers: readonly components["schemas"]["CaregiverOfPatient"][];
            /** @description The patient's check-in; null without one */
            readonly checkIn: components["schemas"]["CheckIn"] | null;
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             */
            readonly dateOfBirth: string | null;
            /** @description The patient's devices */
            readonly devices: readonly components["schemas"]["DeviceOfPatient"][];
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Phone number to call in an emergency; null if not given */
            readonly emergencyContact: string | null;
            /** @description Number of the patient in the home's own system, of no other account; null if not given */
            readonly externalId: string | null;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Phone number; null if not given */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            /** @description True if the smart home may show the patient's falls and wearable; needs HOME_BROKER_URL */
            readonly shareWithHome: boolean;
            readonly status: components["schemas"]["AccountStatus"];
            /** @description Temporary password for the first login, shown only once; expires after 7 days */
            readonly temporaryPassword?: string;
            /**
             * Format: uuid
             * @description ID of the ward; null without one
             */
            readonly wardId: string | null;
        };
        /** @description Envelope of a success */
        readonly CreatedPatientAnswer: {
            readonly data: components["schemas"]["CreatedPatient"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Created webhook */
        readonly CreatedWebhook: {
            /**
             * Format: date-time
             * @description Time it was added
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time it was disabled after failures; null while it works
             */
            readonly disabledAt: string | null;
            /** @description Event types to send */
            readonly events: readonly components["schemas"]["FeedEvent"][];
            /** @description Format of the events; null for JSON of Vigil's own */
            readonly format: components["schemas"]["WebhookFormat"] | null;
            /**
             * Format: uuid
             * @description ID of the webhook
             */
            readonly id: string;
            /** @description Error of the last attempt; null without one */
            readonly lastError: string | null;
            /** @description Secret to verify signatures (Standard Webhooks); shown only once */
            readonly secret: string;
            /** @description Target URL */
            readonly url: string;
        };
        /** @description Envelope of a success */
        readonly CreatedWebhookAnswer: {
            readonly data: components["schemas"]["CreatedWebhook"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The logged-in user, or the service account */
        readonly CurrentUser: {
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /**
             * @description True if the user must set up a second factor first (REQUIRE_TOTP)
             * @constant
             */
            readonly lacksSecondFactor?: true;
            /** @description Chosen language; null for that of the organisation */
            readonly language: components["schemas"]["Language"] | null;
            /**
             * Format: date-time
             * @description Time of the last login; null if never
             */
            readonly lastLogin: string | null;
            /** @description Family name */
            readonly lastName: string;
            /**
             * @description True if the user must change a temporary password first (REQUIRE_PASSWORD_CHANGE)
             * @constant
             */
            readonly mustChangePassword?: true;
            readonly organisation: components["schemas"]["Organisation"];
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            readonly role: components["schemas"]["CallerRole"];
            readonly signOn?: components["schemas"]["OwnSignOn"];
            /** @description Wards of which the user is a member, by name */
            readonly wards: readonly components["schemas"]["OwnWard"][];
        };
        /** @description Envelope of a success */
        readonly CurrentUserAnswer: {
            readonly data: components["schemas"]["CurrentUser"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description STILL, LIGHT (moving a little) or ACTIVE (on the move); WORN with too few readings to say; NOT_WORN; NO_SIGNAL; AWAY (an absence)
         * @enum {string}
         */
        readonly DayKind: "STILL" | "LIGHT" | "ACTIVE" | "WORN" | "NOT_WORN" | "NO_SIGNAL" | "AWAY";
        /** @description Falls of a day */
        readonly DayOfFalls: {
            /** @description Falls that a caregiver closed as CONFIRMED */
            readonly confirmedFalls: number;
            /**
             * Format: date
             * @description Day, in the time zone of the organisation
             */
            readonly day: string;
            /** @description Number of falls, POTENTIAL and above */
            readonly falls: number;
            /** @description Falls that a caregiver closed as FALSE_ALARM */
            readonly falseAlarms: number;
        };
        /** @description Time in which the patient did the same */
        readonly DaySpan: {
            /**
             * Format: date-time
             * @description Start
             */
            readonly from: string;
            readonly kind: components["schemas"]["DayKind"];
            /**
             * Format: date-time
             * @description End
             */
            readonly until: string;
        };
        /** @description Limits of detected falls of the organisation */
        readonly DetectionLimits: {
            /** @description True if they are the default */
            readonly inherited: boolean;
            readonly own: components["schemas"]["OwnDetectionLimits"];
            readonly sensitivity: components["schemas"]["Sensitivity"];
            /** @description True if detected falls are judged again before channels ring, so that a wearer who has moved on rings nobody */
            readonly verify: boolean;
        };
        /** @description Envelope of a success */
        readonly DetectionLimitsAnswer: {
            readonly data: components["schemas"]["DetectionLimits"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Changed limits; null resets to the default */
        readonly DetectionLimitsChange: {
            /** @description How sure the detector must be to alert: `fewer` alerts, `standard`, or `more`. Never affects calls for help, CONFIRMED and other sensors */
            readonly sensitivity?: components["schemas"]["Sensitivity"] | null;
            /** @description True if detected falls are judged again before channels ring, so that a wearer who has moved on rings nobody */
            readonly verify?: boolean | null;
        };
        /** @description Detector */
        readonly Detector: {
            /** @description Version of the weights in shadow mode; null without any */
            readonly shadow: string | null;
            /** @description Version of the weights in use */
            readonly version: string;
        };
        /** @description What the detectors did, newest month first */
        readonly DetectorLedger: {
            /** @description One for each month, ward, detector and kind of wearable */
            readonly rows: readonly components["schemas"]["DetectorLedgerRow"][];
        };
        /** @description Envelope of a success */
        readonly DetectorLedgerAnswer: {
            readonly data: components["schemas"]["DetectorLedger"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What one detector did in a ward and a month */
        readonly DetectorLedgerRow: {
            /** @description Alerts that the patient cancelled */
            readonly cancelled: number;
            /** @description Alerts of level CONFIRMED */
            readonly confirmed: number;
            /** @description Version of the weights */
            readonly detector: string;
            /** @description Alerts that caregivers judged false alarms */
            readonly falseAlarms: number;
            /** @description True for wearables with a gyro */
            readonly gyro: boolean;
            /** @description Alerts of level HIGH */
            readonly high: number;
            /** @description Time in which the wearables were worn, in hours */
            readonly hours: number;
            /** @description True for a shadow detector, whose alerts nobody hears */
            readonly isShadow: boolean;
            /**
             * @description What the wearables send: one reading, or samples or parts with it
             * @enum {string}
             */
            readonly messageKind: "reading" | "samples";
            /** @description Real falls of those hours that only the detector in use found; null where it is not a shadow */
            readonly missedByShadow: number | null;
            /** @description Month, of UTC */
            readonly month: string;
            /** @description Alerts that rang nobody, because the wearer had moved on */
            readonly movedOn: number;
            /** @description Alerts that rang without a verification, or are not verified yet */
            readonly notVerified: number;
            /** @description Alerts of level POTENTIAL */
            readonly potential: number;
            /** @description True for wearables that measure air pressure */
            readonly pressure: boolean;
            /** @description Alerts that rang: `stands` and `notVerified` */
            readonly rang: number;
            /** @description Alerts that rang, for a ward of 25 wearers and 8 hours; null without hours */
            readonly rangPerShift: number | null;
            /** @description Alerts that caregivers judged real falls */
            readonly realFalls: number;
            /** @description Alerts that the verification let ring */
            readonly stands: number;
            /**
             * Format: uuid
             * @description ID of the ward in which the wearers lived; null without one
             */
            readonly wardId: string | null;
        };
        /** @description Wearable */
        readonly Device: {
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /**
             * Format: date-time
             * @description Time of the registration
             */
            readonly createdAt: string;
            /** @description Firmware version; null until reported */
            readonly firmwareVersion: string | null;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastSeen: string | null;
            /** @description MAC address, uppercase with colons */
            readonly macAddress: string;
            /** @description Type of the wearable, as it reports it; null if it reports none */
            readonly model: string | null;
            /** @description Name of the wearable */
            readonly name: string;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /**
             * Format: date-time
             * @description Time of the last change
             */
            readonly updatedAt: string;
            /**
             * Format: uuid
             * @description ID of the wearer
             */
            readonly userId: string;
        };
        /** @description Envelope of a success */
        readonly DeviceAnswer: {
            readonly data: components["schemas"]["Device"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Wearable that the token belongs to */
        readonly DeviceIdentity: {
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /** @description MAC address, uppercase with colons */
            readonly macAddress: string;
            /** @description Name of the wearable */
            readonly name: string;
        };
        /** @description Envelope of a success */
        readonly DeviceListAnswer: {
            readonly data: readonly components["schemas"]["Device"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Entry of a wearable's log */
        readonly DeviceLogEntry: {
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly deviceId: string;
            /** @description ID of the entry */
            readonly id: string;
            /** @description Message text */
            readonly message: string;
            /**
             * Format: date-time
             * @description Time
             */
            readonly timestamp: string;
            /**
             * @description Severity
             * @enum {string}
             */
            readonly type: "INFO" | "WARNING" | "ERROR";
        };
        /** @description Envelope of a page of a list */
        readonly DeviceLogEntryPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["DeviceLogEntry"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description New wearer of a wearable */
        readonly DeviceMove: {
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
        };
        /** @description Wearable of a patient */
        readonly DeviceOfPatient: {
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /** @description Name of the wearable */
            readonly name: string;
            readonly status: components["schemas"]["DeviceStatus"];
        };
        /** @description Outcomes of a wearable's falls */
        readonly DeviceOutcomes: {
            /** @description Falls that a caregiver closed as CONFIRMED */
            readonly confirmedFalls: number;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly deviceId: string;
            /** @description Name of the wearable */
            readonly deviceName: string;
            /** @description Falls that a caregiver closed as FALSE_ALARM */
            readonly falseAlarms: number;
            /**
             * Format: uuid
             * @description ID of the current wearer
             */
            readonly userId: string;
            /** @description Given and family name of the current wearer */
            readonly wearer: string;
        };
        /** @description Wearable with its last status report */
        readonly DeviceOverview: {
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /**
             * Format: date-time
             * @description Time of the registration
             */
            readonly createdAt: string;
            /** @description Firmware version; null until reported */
            readonly firmwareVersion: string | null;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastSeen: string | null;
            /** @description MAC address, uppercase with colons */
            readonly macAddress: string;
            /** @description Type of the wearable, as it reports it; null if it reports none */
            readonly model: string | null;
            /** @description Name of the wearable */
            readonly name: string;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            /** @description True if the sensors work; false until reported */
            readonly sensorsInitialized: boolean;
            /** @description Radio signal strength, stronger towards 0; null until reported, in dBm */
            readonly signalStrength: number | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /**
             * Format: date-time
             * @description Time of the last change
             */
            readonly updatedAt: string;
            /**
             * Format: uuid
             * @description ID of the wearer
             */
            readonly userId: string;
            /** @description Firmware warnings, such as readings in g or rad/s, or sensors that are too poor (no gyro, below 25 Hz, below ±8 g or ±500 °/s, smoothed); usually empty */
            readonly warnings: readonly string[];
            /** @description True if connected by Wi-Fi; false until reported */
            readonly wifiConnected: boolean;
        };
        /** @description Pause of a wearable */
        readonly DevicePause: {
            /** @description Reason; null: it measures again */
            readonly reason: components["schemas"]["PauseReason"] | null;
        };
        /** @description Envelope of a success */
        readonly DevicePauseAnswer: {
            readonly data: components["schemas"]["DevicePause"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description ACTIVE sends; INACTIVE has sent nothing for 30 minutes, OFFLINE for 24 hours; DISABLED by an admin; UNREGISTERED has never sent
         * @enum {string}
         */
        readonly DeviceStatus: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
        /** @description Changed status of a wearable */
        readonly DeviceStatusChange: {
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /** @description True if connected by Bluetooth; false until reported */
            readonly bluetoothConnected: boolean;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly deviceId: string;
            /** @description Firmware version; null until reported */
            readonly firmwareVersion: string | null;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastDataPoint: string | null;
            /** @description Type of the wearable, as it reports it; null if it reports none */
            readonly model: string | null;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            readonly sensors: components["schemas"]["Sensors"];
            /** @description True if the sensors work; false until reported */
            readonly sensorsInitialized: boolean;
            /** @description Last shake test; null without one */
            readonly shakeTest: components["schemas"]["LastShakeTest"] | null;
            /** @description Radio signal strength, stronger towards 0; null until reported, in dBm */
            readonly signalStrength: number | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /** @description True if newer firmware is available (LATEST_FIRMWARE), or offered to it */
            readonly updateAvailable: boolean;
            /** @description Uptime of the wearable; null until reported, in ms */
            readonly uptime: number | null;
            /**
             * Format: uuid
             * @description ID of the wearer
             */
            readonly userId: string;
            /** @description Firmware warnings, such as readings in g or rad/s, or sensors that are too poor (no gyro, below 25 Hz, below ±8 g or ±500 °/s, smoothed); usually empty */
            readonly warnings: readonly string[];
            /** @description True if connected by Wi-Fi; false until reported */
            readonly wifiConnected: boolean;
        };
        /** @description Last status report of a wearable */
        readonly DeviceStatusView: {
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /** @description True if connected by Bluetooth; false until reported */
            readonly bluetoothConnected: boolean;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly deviceId: string;
            /** @description Firmware version; null until reported */
            readonly firmwareVersion: string | null;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastDataPoint: string | null;
            /** @description Type of the wearable, as it reports it; null if it reports none */
            readonly model: string | null;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            readonly sensors: components["schemas"]["Sensors"];
            /** @description True if the sensors work; false until reported */
            readonly sensorsInitialized: boolean;
            /** @description Last shake test; null without one */
            readonly shakeTest: components["schemas"]["LastShakeTest"] | null;
            /** @description Radio signal strength, stronger towards 0; null until reported, in dBm */
            readonly signalStrength: number | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /** @description True if newer firmware is available (LATEST_FIRMWARE), or offered to it */
            readonly updateAvailable: boolean;
            /** @description Uptime of the wearable; null until reported, in ms */
            readonly uptime: number | null;
            /** @description Firmware warnings, such as readings in g or rad/s, or sensors that are too poor (no gyro, below 25 Hz, below ±8 g or ±500 °/s, smoothed); usually empty */
            readonly warnings: readonly string[];
            /** @description True if connected by Wi-Fi; false until reported */
            readonly wifiConnected: boolean;
        };
        /** @description Envelope of a success */
        readonly DeviceStatusViewAnswer: {
            readonly data: components["schemas"]["DeviceStatusView"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Token of a wearable */
        readonly DeviceToken: {
            /** @description MQTT address for wearables, at the host of PUBLIC_URL; null if both MQTT ports are closed */
            readonly broker: string | null;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly deviceId: string;
            /** @description MAC address, uppercase with colons */
            readonly macAddress: string;
            /** @description Where a phone opens the service over HTTPS, the most likely first; empty without HTTPS */
            readonly phoneUrls: readonly string[];
            /** @description MQTT password of the device, with its MAC address as the user name; shown only once */
            readonly token: string;
            /** @description Public key of firmware updates (FIRMWARE_PUBLIC_KEY), 32 bytes in base64; null without */
            readonly updateKey: string | null;
        };
        /** @description Envelope of a success */
        readonly DeviceTokenAnswer: {
            readonly data: components["schemas"]["DeviceToken"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Connected wearable */
        readonly DeviceWelcome: {
            readonly device: components["schemas"]["DeviceIdentity"];
            /** @description The wearer's newest unresolved fall of the last 24 hours; null without one */
            readonly fall: components["schemas"]["WearerFall"] | null;
            /** @description ID of the user's newest event; 0 without one */
            readonly lastEventId: number;
            /**
             * Format: date-time
             * @description Current time of the service
             */
            readonly serverTime: string;
            /**
             * Format: date-time
             * @description End of the session, unless it is renewed (`POST /auth/renew`), or of the access token; null if never
             */
            readonly sessionEndsAt: string | null;
            readonly user: components["schemas"]["WearerIdentity"];
        };
        /** @description Wearable with its token */
        readonly DeviceWithToken: {
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /** @description MQTT address for wearables, at the host of PUBLIC_URL; null if both MQTT ports are closed */
            readonly broker: string | null;
            /**
             * Format: date-time
             * @description Time of the registration
             */
            readonly createdAt: string;
            /** @description Firmware version; null until reported */
            readonly firmwareVersion: string | null;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastSeen: string | null;
            /** @description MAC address, uppercase with colons */
            readonly macAddress: string;
            /** @description Type of the wearable, as it reports it; null if it reports none */
            readonly model: string | null;
            /** @description Name of the wearable */
            readonly name: string;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            /** @description Where a phone opens the service over HTTPS, the most likely first; empty without HTTPS */
            readonly phoneUrls: readonly string[];
            readonly status: components["schemas"]["DeviceStatus"];
            /** @description MQTT password of the device, with its MAC address as the user name; shown only once */
            readonly token: string;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            readonly updatedAt: string;
            /** @description Public key of firmware updates (FIRMWARE_PUBLIC_KEY), 32 bytes in base64; null without */
            readonly updateKey: string | null;
            /**
             * Format: uuid
             * @description ID of the wearer
             */
            readonly userId: string;
        };
        /** @description Envelope of a success */
        readonly DeviceWithTokenAnswer: {
            readonly data: components["schemas"]["DeviceWithToken"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What the directory of the home says about an account */
        readonly DirectoryEntry: {
            /** @description Whether the user is active in the directory */
            readonly active: boolean;
            /** @description ID in the directory; null without one */
            readonly externalId: string | null;
            /** @description Groups of the user */
            readonly groups: readonly string[];
            /** @description The directory has not written the user yet, or has deleted it */
            readonly isWaiting: boolean;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            readonly updatedAt: string;
            /** @description userName in the directory */
            readonly userName: string;
        };
        /** @description Envelope of a success */
        readonly DirectoryEntryAnswer: {
            readonly data: components["schemas"]["DirectoryEntry"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The directory of the home (SCIM), for admins */
        readonly DirectoryStatus: {
            /** @description Number of groups of the directory */
            readonly groups: number;
            /** @description Groups that the settings name, and the directory has not sent */
            readonly missing: readonly string[];
            /** @description Service accounts with the scope `directory` */
            readonly serviceAccounts: readonly {
                /**
                 * Format: uuid
                 * @description ID of the service account
                 */
                readonly id: string;
                /**
                 * Format: date-time
                 * @description Time of its last request; null before the first
                 */
                readonly lastUsedAt: string | null;
                /** @description Name */
                readonly name: string;
            }[];
            /** @description Groups of the directory that no setting names: they give nothing */
            readonly unmapped: {
                /** @description Their names, at most 50 */
                readonly names: readonly string[];
                /** @description Number */
                readonly total: number;
            };
            /** @description Address for the directory */
            readonly url: string;
            /** @description Accounts that the directory manages */
            readonly users: {
                /** @description Active accounts */
                readonly active: number;
                /** @description Inactive accounts */
                readonly inactive: number;
                /** @description Accounts that were handed over and wait for the directory */
                readonly waiting: number;
            };
        };
        /** @description Envelope of a success */
        readonly DirectoryStatusAnswer: {
            readonly data: components["schemas"]["DirectoryStatus"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The disk of the embedded database */
        readonly DiskHealth: {
            /** @description Free space, in bytes */
            readonly free: number;
            /** @description Time until the disk is full, in days; null if it will not be, or if less than a day of growth is known */
            readonly fullInDays: number | null;
            /** @description Size of the disk, in bytes */
            readonly size: number;
        };
        /** @description Durations from the falls of a group on; null if none has one */
        readonly Durations: {
            /** @description The longest, in s */
            readonly max: number | null;
            /** @description Half of the falls took at most this long, in s */
            readonly p50: number | null;
            /** @description Nine of ten falls took at most this long, in s */
            readonly p90: number | null;
        };
        /**
         * @description Reason: the roster of a ward, or a shift that the caregiver started
         * @enum {string}
         */
        readonly DutyVia: "roster" | "shift";
        /** @description The new e-mail address of the account */
        readonly EmailChange: {
            /** @description E-mail address; stored in lower case */
            readonly email: string;
        };
        /** @description Enrolment of a tablet */
        readonly EnrolRequest: {
            /** @description Enrolment code */
            readonly code: string;
        };
        /** @description Changed fields of an escalation policy */
        readonly EscalationChange: {
            readonly repeats?: components["schemas"]["EscalationRepeats"];
            /** @description Steps, in order of time */
            readonly steps?: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description Escalation policy: who is notified, and when */
        readonly EscalationPolicy: {
            readonly repeats: components["schemas"]["EscalationRepeats"];
            /** @description Steps, in order of time */
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description Envelope of a success */
        readonly EscalationPolicyAnswer: {
            readonly data: components["schemas"]["EscalationPolicy"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Patients with the same reach: the channels by which the targets of an escalation step reach at least one person now */
        readonly EscalationReach: {
            /** @description Number of patients */
            readonly patients: number;
            /** @description Who is reached by at least one channel, those on duty first */
            readonly people: readonly components["schemas"]["ReachedPerson"][];
            readonly targets: components["schemas"]["ReachByTarget"];
            /** @description Channel kinds that reach at least one person */
            readonly team: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[];
        };
        /** @description Envelope of a success */
        readonly EscalationReachListAnswer: {
            readonly data: readonly components["schemas"]["EscalationReach"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Repetition of the last step */
        readonly EscalationRepeats: {
            /** @description Interval, in s */
            readonly everySeconds: number;
            /** @description Number of repetitions; null repeats until a caregiver takes over */
            readonly times: number | null;
        };
        /** @description Step of an escalation policy: recipients and channels */
        readonly EscalationStep: {
            /** @description Delay after the escalation began; longer than in the step before, in s */
            readonly afterSeconds: number;
            /** @description Channel kinds */
            readonly channels: readonly components["schemas"]["StepChannel"][];
            /** @description Targets of the step */
            readonly targets: readonly components["schemas"]["StepTarget"][];
        };
        /** @description For wearables that send `parts` or `samples` */
        readonly EvaluatedParts: {
            /** @description Falls that ring, of those whose wearers stay down, in % */
            readonly fallsPercent: number;
            /** @description False alarms that ring on a ward of 25 residents in a shift of 8 hours */
            readonly falseAlarmsPerShift: number;
        };
        /** @description For wearables that send one reading per second */
        readonly EvaluatedReading: {
            /** @description Falls that ring, of those whose wearers stay down, in % */
            readonly fallsPercent: number;
            /** @description False alarms that ring on a ward of 25 residents in a shift of 8 hours */
            readonly falseAlarmsPerShift: number;
        };
        /** @description Envelope of an error */
        readonly Failure: {
            /** @description Stable error code (docs/errors.md) */
            readonly code: string;
            /** @description Problems by field; inner fields as `steps.0.targets` */
            readonly details?: {
                readonly [key: string]: string;
            };
            /** @description Error message for people */
            readonly error: string;
            /** @description Time to wait before a retry, with a 429, in s */
            readonly retryAfter?: number;
            /**
             * @description The request failed
             * @constant
             */
            readonly success: false;
        };
        /** @description Alert of a caregiver about a fall */
        readonly FallAlert: {
            /** @description True if the caregiver has acknowledged it */
            readonly acknowledged: boolean;
            /**
             * Format: date-time
             * @description Time of the acknowledgement; null if not yet
             */
            readonly acknowledgedAt: string | null;
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly caregiverId: string;
            /** @description Given and family name of the caregiver */
            readonly caregiverName: string;
            /**
             * Format: date-time
             * @description Time of the first delivery to a live socket of the caregiver; null if not yet
             */
            readonly deliveredAt: string | null;
            /**
             * Format: date-time
             * @description Time when a client first reported that it shows it; null if unknown
             */
            readonly openedAt: string | null;
            /** @description Outcome that the caregiver reported; null without one */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /**
             * Format: date-time
             * @description Time when a client of the caregiver first reported that it has it; null if unknown
             */
            readonly receivedAt: string | null;
            /** @description True if the alert is recorded */
            readonly sent: boolean;
            /**
             * Format: date-time
             * @description Time of the alert
             */
            readonly timestamp: string;
        };
        /** @description Explanation of the detector's confidence in the worst reading */
        readonly FallAssessment: {
            /** @description Baseline before any feature; null if a rule decided, in log-odds */
            readonly baseline: number | null;
            readonly chosen?: components["schemas"]["ChosenSensitivity"];
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * @description Rule that decided; `extra-evidence` if the level would be another without the other sensors, `silence` if no reading followed the impact
             * @enum {string}
             */
            readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence" | "silence";
            /** @description Version of the weights; absent in older events */
            readonly detector?: string;
            readonly level: components["schemas"]["FallLevel"];
            /**
             * @description Kind of message: a reading alone, or with raw samples
             * @enum {string}
             */
            readonly messageKind: "reading" | "samples";
            /** @description Number of readings in the window */
            readonly readings: number;
            /** @description Signs of a fall, strongest first */
            readonly reasons: readonly components["schemas"]["AssessmentReason"][];
            /** @description Time from the impact to the assessed reading; absent in older events, in s */
            readonly secondsSinceImpact?: number;
            readonly seen: components["schemas"]["SeenByDetector"];
            readonly wearer?: components["schemas"]["WearerAdjustment"];
        };
        /** @description Attempt to notify a person of a fall */
        readonly FallDelivery: {
            /**
             * Format: date-time
             * @description Time when the gateway, push service or mail server took the notification; null if unknown
             */
            readonly acceptedAt: string | null;
            /** @description Number of the attempt, from 1 */
            readonly attempt: number;
            /** @description Channel kind; `socket` for open consoles and apps */
            readonly channel: string;
            /**
             * Format: date-time
             * @description Time when it failed; null unless it did
             */
            readonly failedAt: string | null;
            /** @description ID of the attempt */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time when the person opened it; null if unknown
             */
            readonly openedAt: string | null;
            /** @description The person; null if the account is deleted */
            readonly person: components["schemas"]["Person"] | null;
            /** @description Reason of a failure; null without one */
            readonly reason: string | null;
            /**
             * Format: date-time
             * @description Time when the device reported that it has it; null if unknown
             */
            readonly receivedAt: string | null;
        };
        /** @description Envelope of a success */
        readonly FallDeliveryListAnswer: {
            readonly data: readonly components["schemas"]["FallDelivery"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Fall with all details */
        readonly FallDetail: {
            /** @description Caregivers who were alerted */
            readonly alerts: readonly components["schemas"]["FallAlert"][];
            /** @description Explanation of the detector; null if it was not used */
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the wearable; null without one, or if it is deleted
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            /** @description Injuries; null if not given */
            readonly injuries: string | null;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            /** @description Outcome that a caregiver reported last; null until then */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            /** @description Worst reading; null without one */
            readonly sensorData: components["schemas"]["SensorData"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly stages: components["schemas"]["FallStages"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly userId: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
            /** @description True if the fall was witnessed; null if not given */
            readonly witnessed: boolean | null;
        };
        /** @description Envelope of a success */
        readonly FallDetailAnswer: {
            readonly data: components["schemas"]["FallDetail"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Level by confidence: NO_FALL up to 0.30, SUSPICIOUS up to 0.50, POTENTIAL up to 0.70 (alerts caregivers, as do higher levels), HIGH below 0.90, CONFIRMED from 0.90 (an emergency)
         * @enum {string}
         */
        readonly FallLevel: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        /**
         * @description Outcome: a fall or a false alarm
         * @enum {string}
         */
        readonly FallOutcome: "FALSE_ALARM" | "CONFIRMED";
        /** @description Who has received the alert of a fall, and the escalation */
        readonly FallReceipts: {
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly fallId: string;
            /**
             * Format: date-time
             * @description Time of the next escalation step; null without one
             */
            readonly nextStepAt: string | null;
            /** @description People who were notified: those who have received it first, in the order of time */
            readonly notified: readonly components["schemas"]["NotifiedPerson"][];
            /** @description Number of escalation steps taken */
            readonly step: number;
        };
        /** @description Falls and response times of a period */
        readonly FallReport: {
            /** @description Groups with at least one fall */
            readonly rows: readonly components["schemas"]["FallReportRow"][];
            readonly total: components["schemas"]["FallReportRow"];
        };
        /** @description Envelope of a success */
        readonly FallReportAnswer: {
            readonly data: components["schemas"]["FallReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The falls of one group */
        readonly FallReportRow: {
            /** @description Falls that the patient has cancelled */
            readonly cancelled: number;
            /** @description Falls of level CONFIRMED */
            readonly emergencies: number;
            /** @description Falls of level POTENTIAL and above, with calls for help and missed check-ins, without `movedOn` */
            readonly falls: number;
            /** @description Falls that a caregiver has judged a false alarm */
            readonly falseAlarms: number;
            /** @description Key of the group, such as 2026-W47, 1-13, an ID or a word; NONE without one */
            readonly key: string;
            /** @description Name of the group in the language of the reader */
            readonly label: string;
            /** @description Detected falls whose wearer had moved on, so that no one was called */
            readonly movedOn: number;
            readonly timeToClaim: components["schemas"]["Durations"];
            readonly timeToNotify: components["schemas"]["Durations"];
            readonly timeToResolve: components["schemas"]["Durations"];
            /** @description Falls that were neither acknowledged, claimed, resolved nor cancelled */
            readonly unanswered: number;
            /** @description Falls that were claimed within the organisation's goal */
            readonly withinGoal: number;
        };
        /** @description Sensor that reported a fall, and its event */
        readonly FallSensor: {
            readonly event: components["schemas"]["SensorEventType"];
            /**
             * Format: uuid
             * @description ID of the sensor, which may be removed since
             */
            readonly id: string;
            /** @description Name of the sensor */
            readonly name: string;
            /** @description Text of the event; null without one */
            readonly text: string | null;
        };
        /**
         * @description Source of a fall: a wearable's readings, a user's report, the wearer's call for help, a missed check-in, or another sensor
         * @enum {string}
         */
        readonly FallSource: "STREAM" | "REPORT" | "HELP_BUTTON" | "CHECK_IN" | "SENSOR";
        /** @description When a fall reached each stage, from the impact to its end */
        readonly FallStages: {
            /**
             * Format: date-time
             * @description First claim, also if it was released or expired later; null until then
             */
            readonly claimedAt: string | null;
            /**
             * Format: date-time
             * @description First delivery to a person, on any channel or live socket; null until then
             */
            readonly firstNotifiedAt: string | null;
            /**
             * Format: date-time
             * @description Time a notified person's device first had the notification; null without a receipt
             */
            readonly firstReceivedAt: string | null;
            /**
             * Format: date-time
             * @description Time of the impact that set the level, as `createdAt`
             */
            readonly impactAt: string;
            /**
             * Format: date-time
             * @description Start of the response; null without one
             */
            readonly raisedAt: string | null;
            /**
             * Format: date-time
             * @description Time the service received the message that set the level; null in falls of earlier versions
             */
            readonly receivedAt: string | null;
            /**
             * Format: date-time
             * @description Resolution; null until then
             */
            readonly resolvedAt: string | null;
        };
        /** @description False alarms of a period by wearable and week */
        readonly FalseAlarms: {
            /** @description Wearables with false alarms, those with the most first; at most 100 */
            readonly wearables: readonly components["schemas"]["FalseAlarmsOfWearable"][];
        };
        /** @description Envelope of a success */
        readonly FalseAlarmsAnswer: {
            readonly data: components["schemas"]["FalseAlarms"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description False alarms of a wearable */
        readonly FalseAlarmsOfWearable: {
            /** @description Falls of level POTENTIAL and above whose wearer had not moved on */
            readonly falls: number;
            /** @description Falls that a caregiver has judged a false alarm */
            readonly falseAlarms: number;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /** @description Name of the device */
            readonly name: string;
            /** @description Weeks with falls, in order */
            readonly weeks: readonly components["schemas"]["FalseAlarmsOfWeek"][];
        };
        /** @description False alarms of a wearable in a week */
        readonly FalseAlarmsOfWeek: {
            /** @description Falls of level POTENTIAL and above whose wearer had not moved on */
            readonly falls: number;
            /** @description Falls that a caregiver has judged a false alarm */
            readonly falseAlarms: number;
            /** @description ISO week */
            readonly week: string;
        };
        /** @description Detected falls that caregivers have judged false alarms */
        readonly FalseAlarmsRung: {
            /** @description Number of all */
            readonly all: number;
            /** @description Number of those for which phones would have rung */
            readonly rung: number;
        };
        /** @description Relative who was informed, and when */
        readonly FamilyInformed: {
            /**
             * Format: date-time
             * @description Time at which the relative was informed
             */
            readonly at: string;
            /** @description Name of the relative */
            readonly name: string;
        };
        /**
         * @description Event type
         * @enum {string}
         */
        readonly FeedEvent: "fall.raised" | "fall.updated" | "response.changed" | "device.status" | "audit.head";
        /** @description Wearables by state */
        readonly FirmwareCounts: {
            /** @description Wearables in the state `failed` */
            readonly failed: number;
            /** @description Wearables in the state `installed` */
            readonly installed: number;
            /** @description Wearables in the state `loading` */
            readonly loading: number;
            /** @description Wearables in the state `offered` */
            readonly offered: number;
            /** @description Wearables in the state `rolled_back` */
            readonly rolled_back: number;
        };
        /** @description Wearable that an image is or was offered to */
        readonly FirmwareDevice: {
            /**
             * Format: uuid
             * @description ID of the wearable
             */
            readonly deviceId: string;
            /** @description What the wearable said about a failure; null without */
            readonly error: string | null;
            /** @description Version that its readings report; null before the first */
            readonly firmwareVersion: string | null;
            /** @description MAC address */
            readonly macAddress: string;
            /** @description Name of the wearable */
            readonly name: string;
            /**
             * Format: date-time
             * @description Since when
             */
            readonly since: string;
            readonly state: components["schemas"]["FirmwareState"];
            readonly wearer: components["schemas"]["FirmwareWearer"];
        };
        /** @description Envelope of a page of a list */
        readonly FirmwareDevicePage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["FirmwareDevice"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Signed firmware of wearables */
        readonly FirmwareImage: {
            /**
             * Format: date-time
             * @description Time of the upload
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the admin who uploaded it; null if the account is deleted
             */
            readonly createdBy: string | null;
            /**
             * Format: uuid
             * @description ID of the image
             */
            readonly id: string;
            /** @description Type of the wearables that it is for; null for those that report none */
            readonly model: string | null;
            /** @description Where it is offered; empty before the first rollout */
            readonly rollout: readonly components["schemas"]["FirmwareRolloutPart"][];
            /** @description SHA-256 of the image, hexadecimal, in lower case */
            readonly sha256: string;
            /** @description Ed25519 signature of `vigil-update <version> <size> <sha256>`, base64 */
            readonly signature: string;
            /** @description Size of the image, in bytes */
            readonly size: number;
            readonly states: components["schemas"]["FirmwareCounts"];
            /**
             * Format: date-time
             * @description Since when it is no longer offered, because too many wearables failed; null otherwise
             */
            readonly stoppedAt: string | null;
            /** @description Firmware version, as the readings of the wearable report it */
            readonly version: string;
        };
        /** @description Envelope of a success */
        readonly FirmwareImageAnswer: {
            readonly data: components["schemas"]["FirmwareImage"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Envelope of a success */
        readonly FirmwareImageListAnswer: {
            readonly data: readonly components["schemas"]["FirmwareImage"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Image that a wearable is offered; null if none is */
        readonly FirmwareOffer: components["schemas"]["FirmwareUpdate"] | null;
        /** @description Envelope of a success */
        readonly FirmwareOfferAnswer: {
            readonly data: components["schemas"]["FirmwareOffer"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description State of a wearable after its report */
        readonly FirmwareRecorded: {
            readonly state: components["schemas"]["FirmwareState"];
            /** @description Firmware version, as the readings of the wearable report it */
            readonly version: string;
        };
        /** @description Envelope of a success */
        readonly FirmwareRecordedAnswer: {
            readonly data: components["schemas"]["FirmwareRecorded"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description How far a wearable is with an update */
        readonly FirmwareReport: {
            /** @description Why it failed or was rolled back */
            readonly error?: string | null;
            readonly state: components["schemas"]["FirmwareReportedState"];
            /** @description Firmware version, as the readings of the wearable report it */
            readonly version: string;
        };
        /**
         * @description What a wearable reports
         * @enum {string}
         */
        readonly FirmwareReportedState: "loading" | "installed" | "failed" | "rolled_back";
        /** @description Offer of an image to wearables */
        readonly FirmwareRollout: {
            /** @description Also to wearables where it failed or was rolled back; default false */
            readonly again?: boolean | null;
            /** @description Share of the wearables, 0 to 1; a larger share has all wearables of a smaller one */
            readonly share: number;
            /**
             * Format: uuid
             * @description ID of the ward whose residents' wearables are offered it; default: all wearables
             */
            readonly wardId?: string | null;
        };
        /** @description Where an image is offered */
        readonly FirmwareRolloutPart: {
            /** @description Share of the wearables, 0 to 1; a larger share has all wearables of a smaller one */
            readonly share: number;
            /**
             * Format: uuid
             * @description ID of the ward; null for all wearables
             */
            readonly wardId: string | null;
        };
        /**
         * @description How far the wearable is
         * @enum {string}
         */
        readonly FirmwareState: "offered" | "loading" | "installed" | "failed" | "rolled_back";
        /** @description Image that a wearable is offered */
        readonly FirmwareUpdate: {
            /**
             * Format: uuid
             * @description ID of the image
             */
            readonly id: string;
            /** @description SHA-256 of the image, hexadecimal, in lower case */
            readonly sha256: string;
            /** @description Ed25519 signature of `vigil-update <version> <size> <sha256>`, base64 */
            readonly signature: string;
            /** @description Size of the image, in bytes */
            readonly size: number;
            /** @description Where the wearable gets it, with its token */
            readonly url: string;
            /** @description Firmware version, as the readings of the wearable report it */
            readonly version: string;
        };
        /** @description Version that wearables report */
        readonly FirmwareVersion: {
            /** @description Wearables */
            readonly devices: number;
            /** @description It is older than LATEST_FIRMWARE, or than the newest image that is rolled out */
            readonly isOld: boolean;
            /** @description Type of the wearables; null for those that report none */
            readonly model: string | null;
            /** @description Version; null for wearables that report none */
            readonly version: string | null;
        };
        /** @description Envelope of a success */
        readonly FirmwareVersionListAnswer: {
            readonly data: readonly components["schemas"]["FirmwareVersion"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Wearer */
        readonly FirmwareWearer: {
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /** @description Name */
            readonly name: string;
        };
        /** @description Wearable with its wearer */
        readonly FleetDevice: {
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /**
             * Format: date-time
             * @description Time of the registration
             */
            readonly createdAt: string;
            /** @description Firmware version; null until reported */
            readonly firmwareVersion: string | null;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastSeen: string | null;
            /** @description MAC address, uppercase with colons */
            readonly macAddress: string;
            /** @description Type of the wearable, as it reports it; null if it reports none */
            readonly model: string | null;
            /** @description Name of the wearable */
            readonly name: string;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /** @description True if newer firmware is available (LATEST_FIRMWARE), or offered to it */
            readonly updateAvailable: boolean;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            readonly updatedAt: string;
            /**
             * Format: uuid
             * @description ID of the wearer
             */
            readonly userId: string;
            /** @description Firmware warnings, such as readings in g or rad/s, or sensors that are too poor (no gyro, below 25 Hz, below ±8 g or ±500 °/s, smoothed); usually empty */
            readonly warnings: readonly string[];
            readonly wearer: components["schemas"]["Wearer"];
        };
        /** @description Envelope of a page of a list */
        readonly FleetDevicePage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["FleetDevice"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Request for a password reset link */
        readonly ForgottenPassword: {
            /** @description E-mail address of the account, in upper or lower case */
            readonly email: string;
        };
        /** @description Hand-off of a claim */
        readonly HandOffRequest: {
            /**
             * Format: uuid
             * @description ID of a caregiver of the patient
             */
            readonly caregiverId: string;
        };
        /** @description Handover of a ward to the next shift */
        readonly Handover: {
            /**
             * Format: date-time
             * @description Time at which it was written; null before the first handover
             */
            readonly at: string | null;
            /** @description Author; null before the first handover, and if the account was deleted */
            readonly by: components["schemas"]["Person"] | null;
            /** @description User who confirmed it for the next shift; null until then */
            readonly confirmedBy: components["schemas"]["Person"] | null;
            /** @description Note to the next shift; null before the first handover */
            readonly note: string | null;
            readonly summary: components["schemas"]["HandoverSummary"];
        };
        /** @description Name of an account in the directory */
        readonly HandOver: {
            /** @description userName in the directory; default: the e-mail address */
            readonly userName?: string | null;
        };
        /** @description Envelope of a success */
        readonly HandoverAnswer: {
            readonly data: components["schemas"]["Handover"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Handover that was written or confirmed */
        readonly HandoverChange: {
            /**
             * Format: date-time
             * @description Time at which it was written
             */
            readonly at: string;
            /** @description Author; null before the first handover, and if the account was deleted */
            readonly by: components["schemas"]["Person"] | null;
            /** @description User who confirmed it for the next shift; null until then */
            readonly confirmedBy: components["schemas"]["Person"] | null;
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly wardId: string;
        };
        /** @description Confirmation of a handover */
        readonly HandoverConfirmation: {
            /**
             * Format: date-time
             * @description Time of the handover that was read; 409 if another one has replaced it meanwhile
             */
            readonly at?: string | null;
        };
        /** @description Envelope of a success */
        readonly HandoverListAnswer: {
            readonly data: readonly components["schemas"]["Handover"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What happened to the ward's patients in the shift */
        readonly HandoverSummary: {
            /** @description Number of patients who are away */
            readonly away: number;
            /** @description Number of falls of level POTENTIAL and above since the shift began */
            readonly falls: number;
            /** @description Number of wearables with a low battery */
            readonly lowBatteries: number;
            /** @description Number of unresolved falls */
            readonly openAlerts: number;
            /** @description Number of overdue tests of wearables, channels and stations */
            readonly overdueTests: number;
            /** @description Number of wearables that are silent */
            readonly silentDevices: number;
        };
        /** @description Cause of a lowered health score */
        readonly HealthCause: {
            readonly factor: components["schemas"]["HealthFactor"];
            /** @description Points that it costs, in points */
            readonly points: number;
        };
        /** @description Connections for notifications: OK, DEGRADED (fails now) or OFF (not configured); they do not affect the status */
        readonly HealthChannels: {
            /**
             * @description MQTT broker of the home's automation
             * @enum {string}
             */
            readonly homeBroker: "OK" | "DEGRADED" | "OFF";
            /**
             * @description Paging system
             * @enum {string}
             */
            readonly pager: "OK" | "DEGRADED" | "OFF";
            /**
             * @description SMS gateway
             * @enum {string}
             */
            readonly sms: "OK" | "DEGRADED" | "OFF";
            /**
             * @description Voice gateway
             * @enum {string}
             */
            readonly voice: "OK" | "DEGRADED" | "OFF";
        };
        /** @description Details for the operator; they do not affect the status */
        readonly HealthDetails: {
            /** @description The last complete backup; null if there was none */
            readonly backup: components["schemas"]["BackupHealth"] | null;
            /** @description True if an alert can reach a caregiver outside the console; null until checked */
            readonly caregiversReachable: boolean | null;
            /** @description The disk of the embedded database; null for an external database, and until checked */
            readonly disk: components["schemas"]["DiskHealth"] | null;
            /** @description The last path test; null where path tests are off */
            readonly path: components["schemas"]["PathHealth"] | null;
            /** @description Readings of a restored backup that are still being loaded; null if all are */
            readonly restoring: components["schemas"]["RestoreHealth"] | null;
            /** @description A newer version in the package repository; null without one, and where UPDATE_URL is not set */
            readonly update: components["schemas"]["AvailableUpdate"] | null;
            /** @description Warnings that need an operator, although the service accepts readings */
            readonly warnings: readonly components["schemas"]["HealthWarning"][];
        };
        /**
         * @description What lowers the score
         * @enum {string}
         */
        readonly HealthFactor: "HEART_RATE" | "HEART_RATE_JITTER" | "SPO2" | "BATTERY" | "SENSORS" | "FALLS";
        /** @description How long the oldest item of each queue has been waiting; 0 without one. A queue that does not move makes the status DEGRADED */
        readonly HealthQueues: {
            /** @description Live events that are not sent to a connected client, in s */
            readonly events: number;
            /** @description Messages that are due and not sent, in s */
            readonly outbox: number;
            /** @description Readings that are accepted and not answered yet, in s */
            readonly readings: number;
            /** @description Responses that are due and not advanced, in s */
            readonly responses: number;
        };
        /** @description Health of the service */
        readonly HealthReport: {
            readonly channels: components["schemas"]["HealthChannels"];
            /** @description Always CONNECTED; without the database the response is 503 */
            readonly database: string;
            readonly details: components["schemas"]["HealthDetails"];
            readonly detector: components["schemas"]["Detector"];
            readonly memory: components["schemas"]["Memory"];
            readonly queues: components["schemas"]["HealthQueues"];
            /**
             * @description Status; DEGRADED: the service accepts readings, but a component fails
             * @enum {string}
             */
            readonly status: "HEALTHY" | "DEGRADED";
            /**
             * Format: date-time
             * @description Time of the report
             */
            readonly timestamp: string;
            /** @description Uptime of the process, in s */
            readonly uptime: number;
            /** @description Version of the service */
            readonly version: string;
        };
        /** @description Envelope of a success */
        readonly HealthReportAnswer: {
            readonly data: components["schemas"]["HealthReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Health summary of a patient */
        readonly HealthSummary: {
            /** @description What lowered the score, the greatest first */
            readonly causes: readonly components["schemas"]["HealthCause"][];
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number;
            /** @description True if the risk score is 75 or more */
            readonly isHighRisk: boolean;
            /**
             * Format: date-time
             * @description Time of the last reading; null before the first
             */
            readonly lastUpdate: string | null;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Risk score: 100 minus the health score, in points */
            readonly riskScore: number;
            readonly vitals: components["schemas"]["Vitals"];
        };
        /** @description Envelope of a success */
        readonly HealthSummaryAnswer: {
            readonly data: components["schemas"]["HealthSummary"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Warning for the operator */
        readonly HealthWarning: {
            readonly code: components["schemas"]["HealthWarningCode"];
            /** @description Warning text for people */
            readonly message: string;
        };
        /**
         * @description What needs an operator: alerts that cannot reach a caregiver outside the console, a clock that may be wrong, an adapter that has failed, a disk that will be full, a database without its synchronous standby, or a backup that is old, has failed or is not restored completely
         * @enum {string}
         */
        readonly HealthWarningCode: "ON_DUTY_UNREACHABLE" | "CAREGIVERS_UNREACHABLE" | "NO_CAREGIVERS" | "CLOCK_IN_DOUBT" | "ADAPTER_FAILED" | "DISK_FULL_SOON" | "NO_STANDBY" | "BACKUP_OLD" | "BACKUP_FAILED" | "RESTORE_INCOMPLETE";
        /** @description Reading, or the mean of a minute or an hour (for impacts the maximum) */
        readonly HistoryPoint: {
            /** @description Magnitude of the acceleration, in m/s² */
            readonly accelMagnitude: number;
            /** @description Greatest magnitude of the acceleration, in m/s² */
            readonly accelMagnitudeMax: number;
            /** @description Battery level; null if not measured, in % */
            readonly batteryLevel: number | null;
            /** @description Detector's confidence that this is a fall, from 0 to 1 */
            readonly fallConfidence: number;
            /** @description Magnitude of the rotation; null without a gyro, in °/s */
            readonly gyroMagnitude: number | null;
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number;
            /** @description Heart rate; null until reported, in bpm */
            readonly heartRate: number | null;
            /** @description Air pressure; null if not measured, in hPa */
            readonly pressure: number | null;
            /** @description Number of readings in the point */
            readonly readings: number;
            /** @description Blood oxygen saturation; null until reported, in % */
            readonly spo2: number | null;
            /**
             * Format: date-time
             * @description Time of the reading, or start of the minute or hour
             */
            readonly timestamp: string;
        };
        /** @description Envelope of a success */
        readonly HistoryPointListAnswer: {
            readonly data: readonly components["schemas"]["HistoryPoint"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Identity of a user */
        readonly Identity: {
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description Envelope of a success that creates or renews a session */
        readonly IdentityWithTokenAnswer: {
            readonly data: components["schemas"]["Identity"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
            /** @description Session token for `Authorization: Bearer <token>`; also set as a cookie */
            readonly token: string;
        };
        /** @description Change to a signed report, with the changed fields alone */
        readonly IncidentAmendment: {
            /**
             * Format: date-time
             * @description Time of the change
             */
            readonly at: string;
            readonly by: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description Time at which a doctor was informed; null if not given
             */
            readonly doctorInformedAt?: string | null;
            /** @description Relative who was informed; null if not given */
            readonly familyInformed?: components["schemas"]["FamilyInformed"] | null;
            /** @description Injuries; null if not given */
            readonly injuries?: string | null;
            /** @description How badly the person was hurt; null if not given */
            readonly injury?: components["schemas"]["Injury"] | null;
            /** @description Whether a doctor was informed; null if not given */
            readonly isDoctorInformed?: boolean | null;
            /** @description Whether a relative was informed; null if not given */
            readonly isFamilyInformed?: boolean | null;
            /** @description Location of the fall; null if not given */
            readonly location?: string | null;
            /** @description Measures against further falls; null if not given */
            readonly measures?: string | null;
            /** @description Treatment; null if not given */
            readonly treatment?: string | null;
            /** @description Witnesses; null if not given */
            readonly witnesses?: string | null;
        };
        /** @description Person who was notified, by one channel */
        readonly IncidentNotification: {
            /**
             * Format: date-time
             * @description Time of the acknowledgement; null without one
             */
            readonly acknowledgedAt: string | null;
            /** @description `live` for open consoles and apps, or the kind of notification channel */
            readonly channel: string;
            /**
             * Format: date-time
             * @description Time of the first delivery; null if not delivered
             */
            readonly deliveredAt: string | null;
            /** @description Number of failed attempts */
            readonly failedAttempts: number;
            /**
             * Format: date-time
             * @description Time when the person first opened it; null if unknown
             */
            readonly openedAt: string | null;
            /** @description Person; null if the account is deleted */
            readonly person: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description Time when the device first reported that it has it; null if unknown
             */
            readonly receivedAt: string | null;
        };
        /** @description Person who fell */
        readonly IncidentPerson: {
            /**
             * Format: date
             * @description Date of birth; null if not given
             */
            readonly dateOfBirth: string | null;
            /**
             * Format: uuid
             * @description ID of the person
             */
            readonly id: string;
            /** @description Given and family name of the person */
            readonly name: string;
        };
        /** @description Incident report of a fall */
        readonly IncidentReport: {
            /** @description Changes after the signature, oldest first */
            readonly amendments: readonly components["schemas"]["IncidentAmendment"][];
            /**
             * Format: date-time
             * @description Time at which a doctor was informed; null if not given
             */
            readonly doctorInformedAt: string | null;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly fallId: string;
            /** @description Relative who was informed; null if not given */
            readonly familyInformed: components["schemas"]["FamilyInformed"] | null;
            /** @description Injuries; null if not given */
            readonly injuries: string | null;
            /** @description How badly the person was hurt; null if not given */
            readonly injury: components["schemas"]["Injury"] | null;
            /** @description Whether a doctor was informed; null if not given */
            readonly isDoctorInformed: boolean | null;
            /** @description Whether a relative was informed; null if not given */
            readonly isFamilyInformed: boolean | null;
            readonly level: components["schemas"]["FallLevel"];
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            /** @description Measures against further falls; null if not given */
            readonly measures: string | null;
            /** @description Note; null without one */
            readonly note: string | null;
            /** @description People who were notified, by channel */
            readonly notified: readonly components["schemas"]["IncidentNotification"][];
            /**
             * @description Outcome; null until resolved. MOVED_ON: the service resolved it, because the wearer had moved on
             * @enum {string|null}
             */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT" | "MOVED_ON" | null;
            readonly person: components["schemas"]["IncidentPerson"];
            /** @description User who resolved it, or the patient who cancelled it; null until resolved, and for MOVED_ON */
            readonly resolvedBy: components["schemas"]["Person"] | null;
            /** @description Revision of these fields; another one after each change of them */
            readonly revision: string;
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            /** @description Readings around the fall; null without a wearable */
            readonly signal: components["schemas"]["IncidentSignal"] | null;
            /**
             * Format: date-time
             * @description Time of the signature; null until then
             */
            readonly signedAt: string | null;
            /** @description Person who signed the report; null until then */
            readonly signedBy: components["schemas"]["Person"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly stages: components["schemas"]["FallStages"];
            /** @description Timeline, oldest first */
            readonly timeline: readonly components["schemas"]["TimelineEntry"][];
            readonly times: components["schemas"]["IncidentTimes"];
            /** @description Treatment; null if not given */
            readonly treatment: string | null;
            /** @description Ward of the person, at the time of signing once signed; null without one */
            readonly ward: components["schemas"]["IncidentWard"] | null;
            readonly when: components["schemas"]["IncidentTime"];
            /** @description Explanation of the detector; null if it was not used */
            readonly why: components["schemas"]["FallAssessment"] | null;
            /** @description Witnesses; null if not given */
            readonly witnesses: string | null;
        };
        /** @description Envelope of a success */
        readonly IncidentReportAnswer: {
            readonly data: components["schemas"]["IncidentReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Fields of an incident report */
        readonly IncidentReportChange: {
            /**
             * Format: date-time
             * @description Time at which a doctor was informed
             */
            readonly doctorInformedAt?: string | null;
            /** @description Relative who was informed, and when */
            readonly familyInformed?: components["schemas"]["FamilyInformed"] | null;
            /** @description Injuries */
            readonly injuries?: string | null;
            /** @description How badly the person was hurt */
            readonly injury?: components["schemas"]["Injury"] | null;
            /** @description Whether a doctor was informed; `doctorInformedAt` says yes, too */
            readonly isDoctorInformed?: boolean | null;
            /** @description Whether a relative was informed; `familyInformed` says yes, too */
            readonly isFamilyInformed?: boolean | null;
            /** @description Location of the fall */
            readonly location?: string | null;
            /** @description Measures against further falls */
            readonly measures?: string | null;
            /** @description Treatment */
            readonly treatment?: string | null;
            /** @description Witnesses */
            readonly witnesses?: string | null;
        };
        /** @description Fields to change before the report is signed, and the text that they change */
        readonly IncidentReportSignature: {
            /**
             * Format: date-time
             * @description Time at which a doctor was informed
             */
            readonly doctorInformedAt?: string | null;
            /** @description Relative who was informed, and when */
            readonly familyInformed?: components["schemas"]["FamilyInformed"] | null;
            /** @description Injuries */
            readonly injuries?: string | null;
            /** @description How badly the person was hurt */
            readonly injury?: components["schemas"]["Injury"] | null;
            /** @description Whether a doctor was informed; `doctorInformedAt` says yes, too */
            readonly isDoctorInformed?: boolean | null;
            /** @description Whether a relative was informed; `familyInformed` says yes, too */
            readonly isFamilyInformed?: boolean | null;
            /** @description Location of the fall */
            readonly location?: string | null;
            /** @description Measures against further falls */
            readonly measures?: string | null;
            /** @description Revision of the report that the signer was shown; a later one is not signed */
            readonly revision?: string | null;
            /** @description Treatment */
            readonly treatment?: string | null;
            /** @description Witnesses */
            readonly witnesses?: string | null;
        };
        /** @description Readings from one minute before to two minutes after the fall, for a chart */
        readonly IncidentSignal: {
            /**
             * Format: date-time
             * @description Start of the range
             */
            readonly from: string;
            /** @description Readings, oldest first */
            readonly points: readonly components["schemas"]["IncidentSignalPoint"][];
            /**
             * Format: date-time
             * @description End of the range
             */
            readonly to: string;
        };
        /** @description Reading */
        readonly IncidentSignalPoint: {
            /** @description Magnitude of the acceleration, in m/s² */
            readonly accelMagnitude: number;
            /** @description Magnitude of the rotation; null without a gyro, in °/s */
            readonly gyroMagnitude: number | null;
            /**
             * Format: date-time
             * @description Time of the reading
             */
            readonly timestamp: string;
        };
        /** @description Time of the fall */
        readonly IncidentTime: {
            /**
             * Format: date-time
             * @description Time of the fall, in UTC
             */
            readonly at: string;
            /** @description The same time in the organisation's zone and the reader's language */
            readonly local: string;
            /** @description The organisation's time zone */
            readonly timeZone: string;
        };
        /** @description Times from the fall */
        readonly IncidentTimes: {
            /** @description Time to the first claim; null until then, in s */
            readonly timeToClaim: number | null;
            /** @description Time to the first delivery on any channel; null until then, in s */
            readonly timeToNotify: number | null;
            /** @description Time to the resolution; null until then, in s */
            readonly timeToResolve: number | null;
        };
        /** @description Ward of the person */
        readonly IncidentWard: {
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly id: string;
            /** @description Name of the ward */
            readonly name: string;
        };
        /**
         * @description How badly the person was hurt
         * @enum {string}
         */
        readonly Injury: "NONE" | "MINOR" | "SERIOUS";
        /** @description The falls of a shift */
        readonly InspectedShift: {
            /** @description Falls, without false alarms, cancelled ones and those whose wearer had moved on */
            readonly falls: number;
            /** @description Falls with a minor or serious injury, as incident reports say */
            readonly injured: number;
            /**
             * @description Shift
             * @enum {string}
             */
            readonly key: "EARLY" | "LATE" | "NIGHT";
            /** @description Name and hours of the shift in the language of the reader */
            readonly label: string;
            /** @description Falls with a minor injury */
            readonly minor: number;
            /** @description Falls without an injury */
            readonly notHurt: number;
            /** @description Falls whose incident report does not say */
            readonly notStated: number;
            /** @description Falls with a serious injury */
            readonly serious: number;
        };
        /** @description Falls of a period, as an inspector asks */
        readonly InspectionReport: {
            /** @description Falls, without false alarms, cancelled ones and those whose wearer had moved on */
            readonly falls: number;
            /** @description Falls per 1,000 resident days; null without a resident day */
            readonly fallsPerThousandDays: number | null;
            /** @description Falls with a minor or serious injury, as incident reports say */
            readonly injured: number;
            /** @description Falls with a minor injury */
            readonly minor: number;
            /** @description Falls without an injury */
            readonly notHurt: number;
            /** @description Falls whose incident report does not say */
            readonly notStated: number;
            /** @description Days that residents lived in the home and were not away, summed */
            readonly residentDays: number;
            /** @description Falls with a serious injury */
            readonly serious: number;
            /** @description Early, late and night shift */
            readonly shifts: readonly components["schemas"]["InspectedShift"][];
        };
        /** @description Envelope of a success */
        readonly InspectionReportAnswer: {
            readonly data: components["schemas"]["InspectionReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Fall under investigation */
        readonly InvestigatedFall: {
            /** @description Caregivers who were alerted */
            readonly alerts: readonly components["schemas"]["FallAlert"][];
            /** @description Explanation of the detector; null if it was not used */
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the wearable; null without one, or if it is deleted
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            /** @description Injuries; null if not given */
            readonly injuries: string | null;
            readonly investigation: components["schemas"]["Investigation"];
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            /** @description Outcome that a caregiver reported last; null until then */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            /** @description Worst reading; null without one */
            readonly sensorData: components["schemas"]["SensorData"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly stages: components["schemas"]["FallStages"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly userId: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
            /** @description True if the fall was witnessed; null if not given */
            readonly witnessed: boolean | null;
        };
        /** @description Envelope of a success */
        readonly InvestigatedFallAnswer: {
            readonly data: components["schemas"]["InvestigatedFall"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Investigation of a fall */
        readonly Investigation: {
            /**
             * @description True: the fall is flagged for investigation
             * @constant
             */
            readonly flagged: true;
            /**
             * Format: date-time
             * @description Time the fall was flagged
             */
            readonly flaggedAt: string;
            /**
             * Format: uuid
             * @description ID of the admin who flagged the fall
             */
            readonly flaggedBy: string;
            /** @description Reason; null if not given */
            readonly note: string | null;
        };
        /** @description Reason for an investigation */
        readonly InvestigationRequest: {
            /** @description Reason */
            readonly note?: string | null;
        };
        /** @description Alert with the outcome that its caregiver reported */
        readonly JudgedAlert: {
            /** @description True if this caregiver has acknowledged the alert */
            readonly acknowledged: boolean;
            /**
             * Format: uuid
             * @description ID of the wearable; null for alerts without one
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description ID of the fall; null for other alerts
             */
            readonly fallId: string | null;
            /**
             * Format: uuid
             * @description ID of the alert
             */
            readonly id: string;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Message text for people */
            readonly message: string;
            /** @description Outcome that this caregiver reported; null without one */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Severity: for a fall its level; for a wearable LOW, MEDIUM or HIGH; for a flood HIGH */
            readonly severity: string;
            /**
             * Format: date-time
             * @description Time of the event
             */
            readonly timestamp: string;
            /** @description Alert type: FALL_DETECTED (a fall), DEVICE_INACTIVE (a silent wearable), DEVICE_OFFLINE (a wearable that has been silent for 24 hours), DEVICE_BATTERY_LOW (a wearable with a low battery), DEVICE_NOT_WORN (a wearable that nobody wears), REPORT_FLOOD (a user who reports too many falls, or a sensor that sends too many events), SENSOR_BED_EXIT (a patient who left the bed), SENSOR_DOOR (a door that was opened), SENSOR_INACTIVITY (a patient who does not move) */
            readonly type: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
        };
        /** @description Envelope of a success */
        readonly JudgedAlertAnswer: {
            readonly data: components["schemas"]["JudgedAlert"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Envelope of a page of a list */
        readonly JudgedAlertPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["JudgedAlert"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Language of texts and dates
         * @enum {string}
         */
        readonly Language: "en" | "de";
        /** @description Last shake test of the present wearer */
        readonly LastShakeTest: {
            /**
             * Format: date-time
             * @description Time of the start
             */
            readonly startedAt: string;
            /**
             * @description Result; null if no client asked for it
             * @enum {string|null}
             */
            readonly state: "waiting" | "running" | "passed" | "failed" | "timed_out" | null;
        };
        /** @description Changed limits; null resets a limit to that of the ward, the organisation or the settings */
        readonly LimitsChange: {
            /** @description Battery level below which caregivers are alerted; 0: never, in % */
            readonly batteryLowPercent?: number | null;
            /** @description Time without readings after which caregivers are alerted, in minutes */
            readonly deviceSilentMinutes?: number | null;
            /** @description How sure the detector must be to alert: `fewer` alerts, `standard`, or `more`. Never affects calls for help, CONFIRMED and other sensors */
            readonly sensitivity?: components["schemas"]["Sensitivity"] | null;
            /** @description True if detected falls are judged again before channels ring, so that a wearer who has moved on rings nobody */
            readonly verify?: boolean | null;
        };
        /** @description What a login at the provider still needs */
        readonly LinkLogin: {
            /** @description Password of the account with the same e-mail address; left out if the browser has just logged in to it */
            readonly password?: string | null;
            /** @description Code of the second factor, or a recovery code */
            readonly totp?: string | null;
        };
        /** @description Fall in a list */
        readonly ListedFall: {
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            /** @description True if a caregiver has acknowledged or claimed the fall */
            readonly responded: boolean;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Time from the fall to its first acknowledgement or claim; null until then, in s */
            readonly responseTime: number | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
        };
        /** @description Envelope of a page of a list */
        readonly ListedFallPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["ListedFall"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Patient in a list */
        readonly ListedPatient: {
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given or not permitted
             */
            readonly dateOfBirth: string | null;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Phone number to call in an emergency; null if not given or not permitted */
            readonly emergencyContact: string | null;
            /** @description Number of the patient in the home's own system, of no other account; null if not given or not permitted */
            readonly externalId: string | null;
            /** @description Given name */
            readonly firstName: string;
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number | null;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Room of the patient; null if not given or not permitted */
            readonly room: string | null;
            readonly status: components["schemas"]["AccountStatus"];
            /**
             * Format: uuid
             * @description ID of the ward; null without one or if not permitted
             */
            readonly wardId: string | null;
        };
        /** @description Envelope of a page of a list */
        readonly ListedPatientPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["ListedPatient"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        readonly "live.client.acknowledge": {
            readonly data: components["schemas"]["AlertChoice"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "acknowledge";
        };
        readonly "live.client.answer": {
            readonly data: components["schemas"]["SocketAnswer"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "answer";
        };
        readonly "live.client.backlog": {
            readonly data: components["schemas"]["Backlog"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "backlog";
        };
        readonly "live.client.paused": {
            readonly data: components["schemas"]["DevicePause"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "paused";
        };
        readonly "live.client.ping": {
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "ping";
        };
        readonly "live.client.reading": {
            readonly data: components["schemas"]["SocketReading"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "reading";
        };
        readonly "live.client.seen": {
            readonly data: components["schemas"]["SeenEvents"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "seen";
        };
        readonly "live.client.subscribe": {
            readonly data: components["schemas"]["PatientChoice"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "subscribe";
        };
        readonly "live.client.unsubscribe": {
            readonly data: components["schemas"]["PatientChoice"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "unsubscribe";
        };
        readonly "live.server.absence": {
            readonly data: components["schemas"]["AbsenceChange"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "absence";
        };
        readonly "live.server.alert": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "alert";
        };
        readonly "live.server.alert.acknowledged": {
            readonly data: components["schemas"]["Acknowledgement"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "alert.acknowledged";
        };
        readonly "live.server.alert.updated": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "alert.updated";
        };
        readonly "live.server.alerts.open": {
            readonly data: components["schemas"]["OpenAlerts"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "alerts.open";
        };
        readonly "live.server.assessment": {
            readonly data: components["schemas"]["Assessment"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description The HTTP status of the same error
             * @constant
             */
            readonly status: 200;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "assessment";
        } | {
            readonly data: components["schemas"]["FallDetail"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /** @description The HTTP status of the same error */
            readonly status: 200 | 201;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "assessment";
        } | {
            readonly data: components["schemas"]["BacklogOutcome"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description The HTTP status of the same error
             * @constant
             */
            readonly status: 200;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "assessment";
        } | {
            /** @description Stable error code (docs/errors.md) */
            readonly code: string;
            /** @description Problems by field; inner fields as `steps.0.targets` */
            readonly details?: {
                readonly [key: string]: string;
            };
            /** @description Error message for people */
            readonly error: string;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /** @description Time to wait before a retry, with a 429, in s */
            readonly retryAfter?: number;
            /** @description The HTTP status of the same error */
            readonly status: number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "assessment";
        };
        readonly "live.server.board.changed": {
            readonly data: components["schemas"]["BoardChange"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "board.changed";
        };
        readonly "live.server.device.status": {
            readonly data: components["schemas"]["DeviceStatusChange"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "device.status";
        };
        readonly "live.server.error": {
            /** @description Stable error code (docs/errors.md) */
            readonly code: string;
            /** @description Problems by field; inner fields as `steps.0.targets` */
            readonly details?: {
                readonly [key: string]: string;
            };
            /** @description Error message for people */
            readonly error: string;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /** @description Time to wait before a retry, with a 429, in s */
            readonly retryAfter?: number;
            /** @description The HTTP status of the same error */
            readonly status: number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "error";
        };
        readonly "live.server.fall": {
            readonly data: components["schemas"]["WearerFall"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "fall";
        };
        readonly "live.server.handover": {
            readonly data: components["schemas"]["HandoverChange"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "handover";
        };
        readonly "live.server.message": {
            readonly data: components["schemas"]["Message"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "message";
        };
        readonly "live.server.morning.question": {
            readonly data: components["schemas"]["MorningQuestion"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "morning.question";
        };
        readonly "live.server.notice": {
            readonly data: components["schemas"]["StaffNotice"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "notice";
        };
        readonly "live.server.paused": {
            readonly data: components["schemas"]["DevicePause"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "paused";
        };
        readonly "live.server.plan.changed": {
            readonly data: components["schemas"]["PlanRevision"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "plan.changed";
        };
        readonly "live.server.pong": {
            readonly data: components["schemas"]["Pong"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "pong";
        };
        readonly "live.server.reading": {
            readonly data: components["schemas"]["LiveReading"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "reading";
        };
        readonly "live.server.receipts": {
            readonly data: components["schemas"]["FallReceipts"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "receipts";
        };
        readonly "live.server.response": {
            readonly data: components["schemas"]["ResponseChange"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "response";
        };
        readonly "live.server.seen": {
            readonly data: components["schemas"]["SeenReply"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "seen";
        };
        readonly "live.server.session.ending": {
            readonly data: components["schemas"]["SessionEnding"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "session.ending";
        };
        readonly "live.server.station.welcome": {
            readonly data: components["schemas"]["StationWelcome"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "station.welcome";
        };
        readonly "live.server.subscribed": {
            readonly data: components["schemas"]["Subscription"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "subscribed";
        };
        readonly "live.server.welcome": {
            readonly data: components["schemas"]["Welcome"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "welcome";
        } | {
            readonly data: components["schemas"]["DeviceWelcome"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "welcome";
        };
        /** @description Reading as a point of a chart */
        readonly LiveReading: {
            /** @description Magnitude of the acceleration, in m/s² */
            readonly accelMagnitude: number;
            /** @description Greatest magnitude of the acceleration, in m/s² */
            readonly accelMagnitudeMax: number;
            /** @description Battery level; null if not measured, in % */
            readonly batteryLevel: number | null;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly deviceId: string;
            /** @description Detector's confidence that this is a fall, from 0 to 1 */
            readonly fallConfidence: number;
            /** @description Magnitude of the rotation; null without a gyro, in °/s */
            readonly gyroMagnitude: number | null;
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number;
            /** @description Heart rate; null until reported, in bpm */
            readonly heartRate: number | null;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Air pressure; null if not measured, in hPa */
            readonly pressure: number | null;
            /** @description Number of readings in the point */
            readonly readings: number;
            /** @description Blood oxygen saturation; null until reported, in % */
            readonly spo2: number | null;
            /**
             * Format: date-time
             * @description Time of the reading, or start of the minute or hour
             */
            readonly timestamp: string;
        };
        /** @description End of the session */
        readonly LoggedOut: {
            /** @description Address at the provider of single sign-on that ends the session there too; only for a session that it has opened */
            readonly endSessionUrl?: string | null;
            /** @description Message text for people */
            readonly message: string;
        };
        /** @description Envelope of a success */
        readonly LoggedOutAnswer: {
            readonly data: components["schemas"]["LoggedOut"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Login credentials */
        readonly Login: {
            /** @description E-mail address of the account, in upper or lower case */
            readonly email: string;
            /** @description Password of the account */
            readonly password: string;
            /** @description Code from the authenticator app, or a recovery code, for accounts with a second factor; each works once */
            readonly totp?: string | null;
        };
        /**
         * @description Severity
         * @enum {string}
         */
        readonly LogLevel: "error" | "warning" | "info";
        /** @description Lowest health score of an hour */
        readonly LowScore: {
            /** @description What lowered the score, the greatest first */
            readonly causes: readonly components["schemas"]["HealthCause"][];
            /** @description Health score: 100 without a problem, or without data, in points */
            readonly healthScore: number;
            /** @description Heart rate; null until reported, in bpm */
            readonly heartRate: number | null;
            /** @description Blood oxygen saturation; null until reported, in % */
            readonly spo2: number | null;
            /**
             * Format: date-time
             * @description Time of the reading, the earliest of equals
             */
            readonly timestamp: string;
        };
        /** @description Envelope of a success */
        readonly LowScoreListAnswer: {
            /** @description In ascending order; hours without readings are left out */
            readonly data: readonly components["schemas"]["LowScore"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Options of a task */
        readonly MaintenanceOptions: {
            /** @description True confirms that the clock of the service is right, although it is in doubt (CLOCK_IN_DOUBT) */
            readonly clockIsRight?: boolean | null;
            /** @description True reports what the task would do, without doing it */
            readonly dryRun?: boolean | null;
        };
        /** @description Result of a task */
        readonly MaintenanceReport: {
            /**
             * Format: date-time
             * @description End time
             */
            readonly finishedAt: string;
            /** @description Result of the task; differs per task */
            readonly result: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Start time
             */
            readonly startedAt: string;
            /**
             * @description COMPLETED, or DRY_RUN for a task that changed nothing
             * @enum {string}
             */
            readonly status: "COMPLETED" | "DRY_RUN";
            readonly task: components["schemas"]["MaintenanceTask"];
        };
        /** @description Envelope of a success */
        readonly MaintenanceReportAnswer: {
            readonly data: components["schemas"]["MaintenanceReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Task to run now */
        readonly MaintenanceRequest: {
            /** @description Options of a task */
            readonly options?: components["schemas"]["MaintenanceOptions"] | null;
            readonly task: components["schemas"]["MaintenanceTask"];
        };
        /**
         * @description Task: apply_retention deletes expired readings, cleanup_logs deletes log entries of a device beyond 1000, purge_sessions deletes ended sessions, analyze updates the statistics of the database
         * @enum {string}
         */
        readonly MaintenanceTask: "apply_retention" | "cleanup_logs" | "purge_sessions" | "analyze";
        /** @description Member of a ward */
        readonly Member: {
            /**
             * Format: date-time
             * @description Time the caregiver joined the ward
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Whether the caregiver leads the ward */
            readonly lead: boolean;
            /** @description Given and family name of the caregiver */
            readonly name: string;
            /**
             * Format: date-time
             * @description When the membership ends by itself; null if never
             */
            readonly until: string | null;
        };
        /** @description Membership of a caregiver in a ward */
        readonly MemberChange: {
            /** @description Whether the caregiver leads the ward */
            readonly lead?: boolean;
            /**
             * Format: date-time
             * @description When the membership ends by itself; null: never
             */
            readonly until?: string | null;
        };
        /** @description Envelope of a page of a list */
        readonly MemberPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["Member"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Membership of a caregiver in a ward */
        readonly Membership: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly caregiverId: string;
            /**
             * Format: date-time
             * @description Time the caregiver joined the ward
             */
            readonly createdAt: string;
            /** @description Whether the caregiver leads the ward */
            readonly lead: boolean;
            /**
             * Format: date-time
             * @description When the membership ends by itself; null if never
             */
            readonly until: string | null;
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly wardId: string;
        };
        /** @description Envelope of a success */
        readonly MembershipAnswer: {
            readonly data: components["schemas"]["Membership"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Memory of the process */
        readonly Memory: {
            /** @description Memory available to the process, in bytes */
            readonly available: number;
            /** @description Memory used by the process, in bytes */
            readonly used: number;
        };
        /** @description A message between two users */
        readonly Message: {
            /** @description Text of the message */
            readonly content: string;
            /**
             * Format: date-time
             * @description Time the message was sent
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the message
             */
            readonly id: string;
            /** @description True if the recipient has read the message */
            readonly read: boolean;
            /**
             * Format: uuid
             * @description ID of the recipient
             */
            readonly recipientId: string;
            /**
             * Format: uuid
             * @description ID of the sender
             */
            readonly senderId: string;
            readonly type: components["schemas"]["MessageType"];
        };
        /** @description Envelope of a success */
        readonly MessageAnswer: {
            readonly data: components["schemas"]["Message"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Envelope of a page of a list */
        readonly MessagePage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["Message"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Kind of message
         * @enum {string}
         */
        readonly MessageType: "TEXT";
        /**
         * @description Falls below this level send no notification
         * @enum {string}
         */
        readonly MinSeverity: "POTENTIAL" | "HIGH" | "CONFIRMED";
        /**
         * @description What the caregiver found: `well`, `had_fallen`, or `unknown` if it cannot be told
         * @enum {string}
         */
        readonly MorningAnswer: "well" | "had_fallen" | "unknown";
        /** @description Question about a movement of the night that alerted nobody */
        readonly MorningQuestion: {
            /** @description Answer; null until then */
            readonly answer: components["schemas"]["MorningAnswer"] | null;
            /**
             * Format: date-time
             * @description Time of the answer; null until then
             */
            readonly answeredAt: string | null;
            /** @description User who answered; null until then, and if the account was deleted */
            readonly answeredBy: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description Time at which it was asked
             */
            readonly askedAt: string;
            /**
             * Format: date-time
             * @description Time of the hard movement
             */
            readonly at: string;
            /**
             * Format: uuid
             * @description ID of the event
             */
            readonly fallId: string;
            /**
             * Format: uuid
             * @description ID of the question
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description Minutes for which the wearer then lay still; counted up to an hour */
            readonly stillMinutes: number;
            /** @description Ward that was asked; null for a patient without one */
            readonly ward: components["schemas"]["WardName"] | null;
        };
        /** @description Envelope of a success */
        readonly MorningQuestionAnswer: {
            readonly data: components["schemas"]["MorningQuestion"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Envelope of a page of a list */
        readonly MorningQuestionPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["MorningQuestion"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        readonly "mqttAlerts.alert": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "alert";
        };
        readonly "mqttAlerts.alert.acknowledged": {
            readonly data: components["schemas"]["Acknowledgement"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "alert.acknowledged";
        };
        readonly "mqttAlerts.alert.updated": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /** @description ID of the event, for `?after=`; missing in a repetition */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "alert.updated";
        };
        readonly "mqttAnswers.answer": components["schemas"]["WearerAnswer"];
        readonly "mqttAssessments.answered": {
            readonly data: components["schemas"]["FallDetail"];
            /** @description The HTTP status of the same error */
            readonly status: 200 | 201;
            /**
             * @description True: the message was accepted
             * @constant
             */
            readonly success: true;
        };
        readonly "mqttAssessments.assessment": {
            readonly data: components["schemas"]["Assessment"];
            /**
             * @description The HTTP status of the same error
             * @constant
             */
            readonly status: 200;
            /**
             * @description True: the message was accepted
             * @constant
             */
            readonly success: true;
        };
        readonly "mqttAssessments.backlogOutcome": {
            readonly data: components["schemas"]["BacklogOutcome"];
            /**
             * @description The HTTP status of the same error
             * @constant
             */
            readonly status: 200;
            /**
             * @description True: the message was accepted
             * @constant
             */
            readonly success: true;
        };
        readonly "mqttAssessments.refusal": components["schemas"]["Refused"];
        readonly "mqttBacklog.backlog": readonly components["schemas"]["BacklogReading"][];
        /**
         * @description Connection state
         * @enum {string}
         */
        readonly "mqttPresence.presence": "online" | "offline";
        /** @description Reading of the device in the topic */
        readonly MqttReading: {
            /** @description Acceleration along the device's x axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_x: number;
            /** @description Acceleration along the device's y axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_y: number;
            /** @description Acceleration along the device's z axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_z: number;
            /** @description Battery level, in % */
            readonly battery_level?: number | null;
            /** @description True if connected by Bluetooth */
            readonly bluetooth_connected?: boolean | null;
            /** @description True while the wearable is on a charger, where its stillness does not mean that it is not worn */
            readonly charging?: boolean | null;
            /** @description MAC address, as in the topic; optional */
            readonly device_id?: string | null;
            /** @description Firmware version */
            readonly firmware_version?: string | null;
            /** @description Pressure under the foot, from 0 (none) to 1 (maximum) */
            readonly fsr?: number | null;
            /** @description Rotation about the device's x axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_x: number | null;
            /** @description Rotation about the device's y axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_y: number | null;
            /** @description Rotation about the device's z axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_z: number | null;
            /** @description Heart rate, in bpm */
            readonly heart_rate?: number | null;
            /** @description Type of the wearable, for which firmware is made */
            readonly model?: string | null;
            /** @description The samples since the last reading in 5 parts of equal length, oldest first, instead of `samples`: as accurate, in a fifth of the bytes. docs/contract.md, "Parts", defines the numbers and computes the example. */
            readonly parts?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number | null,
                number | null,
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description Air pressure, in hPa */
            readonly pressure?: number | null;
            /** @description Raw samples since the last reading, oldest first (t_ms ascending). They detect falls that one reading per second misses. */
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ] | readonly [
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description True if the sensors work */
            readonly sensors_initialized?: boolean | null;
            /** @description Radio signal strength, stronger towards 0, in dBm */
            readonly signal_strength?: number | null;
            /** @description Blood oxygen saturation, in % */
            readonly spo2?: number | null;
            /** @description Uptime of the device, in ms */
            readonly uptime_ms: number;
            /** @description True if connected by Wi-Fi */
            readonly wifi_connected?: boolean | null;
        };
        readonly "mqttReadings.reading": components["schemas"]["MqttReading"];
        /** @description Answer to an event of a sensor */
        readonly MqttSensorAnswer: {
            readonly data: components["schemas"]["SensorEvent"];
            /** @description The HTTP status of the same answer: 200 for a repeat */
            readonly status: number;
            /**
             * @description True: the event is recorded
             * @constant
             */
            readonly success: true;
        };
        /** @description Event of the sensor in the topic */
        readonly MqttSensorEvent: {
            /**
             * Format: date-time
             * @description Time of the event; default: now. At most 7 days ago, not in the future.
             */
            readonly at?: string | null;
            /** @description For FALL: confidence, from 0 to 1; default 0.8. Others ignore it. */
            readonly confidence?: number | null;
            /**
             * Format: uuid
             * @description ID of the patient; default: the sensor's, else the one in the room
             */
            readonly patientId?: string | null;
            /** @description Room; default: the sensor's */
            readonly room?: string | null;
            /**
             * Format: uuid
             * @description ID of the sensor, as in the topic
             */
            readonly sensorId?: string | null;
            /** @description Text for caregivers */
            readonly text?: string | null;
            readonly type: components["schemas"]["SensorEventType"];
        };
        readonly "mqttSensorEvents.sensorEvent": components["schemas"]["MqttSensorEvent"];
        /** @description Refused event; do not send it again */
        readonly MqttSensorRefusal: {
            /** @description Stable error code (docs/errors.md) */
            readonly code: string;
            /** @description Problems by field; inner fields as `steps.0.targets` */
            readonly details?: {
                readonly [key: string]: string;
            };
            /** @description Error message for people */
            readonly error: string;
            /** @description Time to wait before a retry, with a 429, in s */
            readonly retryAfter?: number;
            /** @description The HTTP status of the same error */
            readonly status: number;
            /**
             * @description The request failed
             * @constant
             */
            readonly success: false;
        };
        readonly "mqttSensorResults.sensorAnswer": components["schemas"]["MqttSensorAnswer"];
        readonly "mqttSensorResults.sensorRefusal": components["schemas"]["MqttSensorRefusal"];
        readonly "mqttUpdates.firmwareUpdate": components["schemas"]["FirmwareUpdate"];
        /** @description Empty */
        readonly "mqttUpdates.firmwareWithdrawn": string;
        readonly "mqttUpdateState.firmwareReport": components["schemas"]["FirmwareReport"];
        /** @description New absence of a patient */
        readonly NewAbsence: {
            /** @description Reason */
            readonly reason?: string | null;
            /**
             * Format: date-time
             * @description End: in the future, at most 30 days ahead
             */
            readonly until: string;
        };
        /** @description Request for an access token */
        readonly NewAccessToken: {
            /** @description Lifetime of the token, in days */
            readonly expiresInDays: number;
            /** @description What the token is for */
            readonly name: string;
            /** @description What the token may be used for */
            readonly scopes: readonly components["schemas"]["PersonalScope"][];
        };
        /** @description Created account */
        readonly NewAccount: {
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description Envelope of a success that creates or renews a session */
        readonly NewAccountWithTokenAnswer: {
            readonly data: components["schemas"]["NewAccount"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
            /** @description Session token for `Authorization: Bearer <token>`; also set as a cookie */
            readonly token: string;
        };
        /** @description New assignment of a patient to a caregiver */
        readonly NewAssignment: {
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Relationship of the caregiver to the patient */
            readonly relationship?: string | null;
        };
        /** @description Number for calls */
        readonly NewCallChannel: {
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; default false */
            readonly closing?: boolean | null;
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "call";
            /** @description Falls below this level send no notification; default POTENTIAL */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description Phone number with country code (E.164); receives a code */
            readonly number: string;
            /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
            readonly quietHours?: components["schemas"]["NewQuietHours"] | null;
        };
        /** @description New caregiver */
        readonly NewCaregiver: {
            /** @description E-mail address; stored in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /** @description True sends a link by e-mail instead of returning a temporary password; 409 without SMTP_URL */
            readonly invite?: boolean | null;
            /** @description Family name */
            readonly lastName: string;
            /** @description Employer */
            readonly organization?: string | null;
            /** @description Phone number, in any notation */
            readonly phone?: string | null;
            /** @description Specialization */
            readonly specialization?: string | null;
        };
        /** @description A user's notification channel */
        readonly NewChannel: components["schemas"]["NewWebPushChannel"] | components["schemas"]["NewEmailChannel"] | components["schemas"]["NewNtfyChannel"] | components["schemas"]["NewWebhookChannel"] | components["schemas"]["NewSmsChannel"] | components["schemas"]["NewCallChannel"] | components["schemas"]["NewPagerChannel"];
        /** @description New wearable */
        readonly NewDevice: {
            /** @description MAC address of the wearable, as printed on it; with colons, with hyphens or plain, in upper or lower case */
            readonly macAddress: string;
            /** @description Name; default made from the MAC address */
            readonly name?: string | null;
        };
        /** @description E-mail address */
        readonly NewEmailChannel: {
            /** @description E-mail address; receives a code */
            readonly address: string;
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; default false */
            readonly closing?: boolean | null;
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "email";
            /** @description Falls below this level send no notification; default POTENTIAL */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
            readonly quietHours?: components["schemas"]["NewQuietHours"] | null;
        };
        /** @description Report of a fall */
        readonly NewFall: {
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /** @description Injuries */
            readonly injuries?: string | null;
            /** @description Location of the fall */
            readonly location?: string | null;
            /** @description True if the fall was witnessed */
            readonly witnessed?: boolean | null;
        };
        /** @description New handover */
        readonly NewHandover: {
            /** @description Note to the next shift */
            readonly note: string;
        };
        /** @description A message to another user */
        readonly NewMessage: {
            /** @description Text of the message */
            readonly content: string;
            /**
             * Format: uuid
             * @description ID of the recipient
             */
            readonly recipientId: string;
            /** @description Kind of message */
            readonly type?: components["schemas"]["MessageType"] | null;
        };
        /** @description Topic on an ntfy server */
        readonly NewNtfyChannel: {
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; default false */
            readonly closing?: boolean | null;
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "ntfy";
            /** @description Falls below this level send no notification; default POTENTIAL */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
            readonly quietHours?: components["schemas"]["NewQuietHours"] | null;
            /** @description Access token, if the topic is protected */
            readonly token?: string | null;
            /** @description The ntfy topic */
            readonly topic: string;
            /**
             * Format: uri
             * @description URL of the ntfy server: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             */
            readonly url: string;
        };
        /** @description Pager or DECT phone of the paging system */
        readonly NewPagerChannel: {
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; default false */
            readonly closing?: boolean | null;
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "pager";
            /** @description Falls below this level send no notification; default POTENTIAL */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description Number of the pager or DECT phone in the paging system */
            readonly number: string;
            /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
            readonly quietHours?: components["schemas"]["NewQuietHours"] | null;
        };
        /** @description Passkey to add */
        readonly NewPasskey: {
            /** @description Name of the passkey */
            readonly name: string;
            readonly response: components["schemas"]["PasskeyRegistration"];
        };
        /** @description New patient */
        readonly NewPatient: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             */
            readonly dateOfBirth?: string | null;
            /** @description E-mail address; stored in lower case */
            readonly email: string;
            /** @description Phone number to call in an emergency */
            readonly emergencyContact?: string | null;
            /** @description Number of the patient in the home's own system, of no other account */
            readonly externalId?: string | null;
            /** @description Given name */
            readonly firstName: string;
            /** @description True sends a link by e-mail instead of returning a temporary password; 409 without SMTP_URL */
            readonly invite?: boolean | null;
            /** @description Family name */
            readonly lastName: string;
            /** @description Phone number, in any notation */
            readonly phone?: string | null;
            /** @description Room of the patient */
            readonly room?: string | null;
            /**
             * Format: uuid
             * @description ID of the ward, one that the caller is a member of
             */
            readonly wardId?: string | null;
        };
        /** @description Report of a fall by a caregiver of the patient */
        readonly NewPatientFall: {
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the fall, within the last 24 hours; now if it is missing
             */
            readonly happenedAt?: string | null;
            /** @description Injuries */
            readonly injuries?: string | null;
            /** @description Location of the fall */
            readonly location?: string | null;
            /** @description True if the caller is with the patient: the fall is claimed by the caller at once */
            readonly withPatient?: boolean | null;
            /** @description True if the fall was witnessed */
            readonly witnessed?: boolean | null;
        };
        /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
        readonly NewQuietHours: {
            /** @description Start in the time zone, HH:MM */
            readonly from: string;
            /** @description IANA time zone; without it, that of the organisation applies */
            readonly timeZone?: string | null;
            /** @description End in the time zone, HH:MM; on the next day if before `from`; must differ from `from` */
            readonly to: string;
        };
        /** @description New patient, created by an admin */
        readonly NewResident: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             */
            readonly dateOfBirth?: string | null;
            /** @description E-mail address; stored in lower case. Without one the patient cannot log in. */
            readonly email?: string | null;
            /** @description Phone number to call in an emergency */
            readonly emergencyContact?: string | null;
            /** @description Number of the patient in the home's own system, of no other account */
            readonly externalId?: string | null;
            /** @description Given name */
            readonly firstName: string;
            /** @description True sends a link by e-mail instead of returning a temporary password; 409 without SMTP_URL */
            readonly invite?: boolean | null;
            /** @description Family name */
            readonly lastName: string;
            /** @description Phone number, in any notation */
            readonly phone?: string | null;
            /** @description Room of the patient */
            readonly room?: string | null;
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly wardId?: string | null;
        };
        /** @description New exception to a roster */
        readonly NewRosterException: {
            /** @description True: the caregiver joins the slot. On a day on which the shift has none, this makes one. Not with `replacedBy`. */
            readonly added?: boolean | null;
            /**
             * Format: uuid
             * @description ID of the caregiver who is on the slot
             */
            readonly caregiverId: string;
            /**
             * Format: date
             * @description Day on which the slot begins
             */
            readonly date: string;
            /**
             * Format: uuid
             * @description ID of the member who takes their place
             */
            readonly replacedBy?: string | null;
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly shiftId: string;
        };
        /** @description Shift of a roster, as sent */
        readonly NewRosterShift: {
            /** @description IDs of the caregivers, members of the ward; may be empty */
            readonly caregivers: readonly string[];
            /** @description End; before the start: on the next day; equal: a whole day */
            readonly end: string;
            /** @description Every so many weeks, counted from the week of `from`; default 1 */
            readonly everyWeeks?: number | null;
            /**
             * Format: date
             * @description First day, inclusive
             */
            readonly from: string;
            /**
             * Format: uuid
             * @description ID of a shift of this roster that is kept; missing for a new one
             */
            readonly id?: string | null;
            /** @description Name of the shift */
            readonly name: string;
            /** @description Start, in the organisation's time zone */
            readonly start: string;
            /**
             * Format: date
             * @description Last day, inclusive; missing: no end
             */
            readonly until?: string | null;
            /** @description ISO weekdays (1 is Monday) of the day on which a slot begins */
            readonly weekdays: readonly number[];
        };
        /** @description New sensor */
        readonly NewSensor: {
            /** @description Kind of sensor, in your own words */
            readonly kind?: string | null;
            /** @description Name of the sensor */
            readonly name: string;
            /**
             * Format: uuid
             * @description ID of the patient whom its events are about
             */
            readonly patientId?: string | null;
            /** @description Room; its events are about the patient who lives there */
            readonly room?: string | null;
            /**
             * Format: uuid
             * @description ID of the ward in which it looks for the patient of a room; with a patient, the patient's. Required for a lead of several wards.
             */
            readonly wardId?: string | null;
        };
        /** @description Event of a sensor */
        readonly NewSensorEvent: {
            /**
             * Format: date-time
             * @description Time of the event; default: now. At most 7 days ago, not in the future.
             */
            readonly at?: string | null;
            /** @description For FALL: confidence, from 0 to 1; default 0.8. Others ignore it. */
            readonly confidence?: number | null;
            /**
             * Format: uuid
             * @description ID of the patient; default: the sensor's, else the one in the room
             */
            readonly patientId?: string | null;
            /** @description Room; default: the sensor's */
            readonly room?: string | null;
            /**
             * Format: uuid
             * @description ID of the sensor
             */
            readonly sensorId: string;
            /** @description Text for caregivers */
            readonly text?: string | null;
            readonly type: components["schemas"]["SensorEventType"];
        };
        /** @description Request for a service account */
        readonly NewServiceAccount: {
            /** @description Name of the account, as timelines and the audit log show it */
            readonly name: string;
            /** @description What the token may be used for */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /** @description Wards whose patients the account is limited to; without it, the whole organisation */
            readonly wardIds?: readonly string[] | null;
        };
        /** @description New shift */
        readonly NewShift: {
            /**
             * Format: date-time
             * @description End of the shift: in the future, at most 24 hours ahead
             */
            readonly until: string;
        };
        /** @description Number for SMS */
        readonly NewSmsChannel: {
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; default false */
            readonly closing?: boolean | null;
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "sms";
            /** @description Falls below this level send no notification; default POTENTIAL */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description Phone number with country code (E.164); receives a code */
            readonly number: string;
            /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
            readonly quietHours?: components["schemas"]["NewQuietHours"] | null;
        };
        /** @description New station */
        readonly NewStation: {
            /** @description Name of the station */
            readonly name: string;
            /**
             * Format: uuid
             * @description ID of the ward whose board it shows; without one it shows all wards, for admins only
             */
            readonly wardId?: string | null;
        };
        /** @description Request to a colleague to take over a slot */
        readonly NewSwap: {
            /**
             * Format: uuid
             * @description ID of the caregiver who is on the slot
             */
            readonly caregiverId: string;
            /**
             * Format: date
             * @description Day on which the slot begins
             */
            readonly date: string;
            /**
             * Format: uuid
             * @description ID of the member who is asked
             */
            readonly replacedBy: string;
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly shiftId: string;
        };
        /** @description Test alert */
        readonly NewTestAlert: {
            /** @description Shown as the location */
            readonly location?: string | null;
        };
        /** @description New ward */
        readonly NewWard: {
            /** @description Name of the ward, unique */
            readonly name: string;
        };
        /** @description New escalation policy of a ward */
        readonly NewWardEscalation: {
            /** @description Repetition of the last step */
            readonly repeats?: components["schemas"]["EscalationRepeats"] | null;
            /** @description Steps, in order of time */
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description New webhook of the organisation */
        readonly NewWebhook: {
            /** @description Event types to send */
            readonly events: readonly components["schemas"]["FeedEvent"][];
            /** @description Format of the events; without it JSON of Vigil's own */
            readonly format?: components["schemas"]["WebhookFormat"] | null;
            /**
             * Format: uri
             * @description Target URL: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             */
            readonly url: string;
        };
        /** @description Webhook of a user */
        readonly NewWebhookChannel: {
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; default false */
            readonly closing?: boolean | null;
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "webhook";
            /** @description Falls below this level send no notification; default POTENTIAL */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
            readonly quietHours?: components["schemas"]["NewQuietHours"] | null;
            /**
             * Format: uri
             * @description Target URL: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             */
            readonly url: string;
        };
        /** @description Browser (Web Push) */
        readonly NewWebPushChannel: {
            /** @description Whether an e-mail or SMS is sent when a fall is resolved; default false */
            readonly closing?: boolean | null;
            /**
             * Format: uri
             * @description Endpoint from the browser's push subscription: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             */
            readonly endpoint: string;
            readonly keys: components["schemas"]["SubscriptionKeys"];
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "webpush";
            /** @description Falls below this level send no notification; default POTENTIAL */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
            readonly quietHours?: components["schemas"]["NewQuietHours"] | null;
        };
        /** @description Night of a ward, from 18:00 until 06:00 */
        readonly Night: {
            /** @description Patients with a wearable that sent nothing for five minutes or longer */
            readonly blind: readonly components["schemas"]["NightBlindTime"][];
            /**
             * Format: date
             * @description Day on which it begins
             */
            readonly date: string;
            /** @description Falls of level POTENTIAL and above of the present patients, in ascending order */
            readonly falls: readonly components["schemas"]["NightFall"][];
            /**
             * Format: date-time
             * @description Start
             */
            readonly from: string;
            /** @description Times in which the roster had nobody; empty without a roster */
            readonly gaps: readonly components["schemas"]["NightGap"][];
            /** @description As the roster is now; empty without a roster */
            readonly shifts: readonly components["schemas"]["NightShift"][];
            /**
             * Format: date-time
             * @description End
             */
            readonly until: string;
            /** @description Patients who have no wearable */
            readonly withoutWearable: readonly components["schemas"]["NightResident"][];
        };
        /** @description Envelope of a success */
        readonly NightAnswer: {
            readonly data: components["schemas"]["Night"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Time without a reading */
        readonly NightBlindSpan: {
            /**
             * Format: date-time
             * @description Start
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End
             */
            readonly until: string;
        };
        /** @description Times without a reading */
        readonly NightBlindTime: {
            readonly patient: components["schemas"]["NightResident"];
            /** @description In ascending order */
            readonly spans: readonly components["schemas"]["NightBlindSpan"][];
        };
        /** @description Caregiver who set out */
        readonly NightClaim: {
            /**
             * Format: date-time
             * @description Time
             */
            readonly at: string;
            /** @description Caregiver; null if the account was deleted */
            readonly by: components["schemas"]["Person"] | null;
        };
        /** @description Fall of the night */
        readonly NightFall: {
            /**
             * Format: date-time
             * @description Time of the fall
             */
            readonly at: string;
            /** @description In ascending order */
            readonly claims: readonly components["schemas"]["NightClaim"][];
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            readonly level: components["schemas"]["FallLevel"];
            /**
             * @description Outcome; null until resolved. MOVED_ON: the service resolved it, because the wearer had moved on
             * @enum {string|null}
             */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT" | "MOVED_ON" | null;
            readonly patient: components["schemas"]["NightResident"];
            /**
             * Format: date-time
             * @description Time it was resolved; null until then
             */
            readonly resolvedAt: string | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            readonly source: components["schemas"]["FallSource"];
        };
        /** @description Time without a caregiver */
        readonly NightGap: {
            /**
             * Format: date-time
             * @description Start
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End
             */
            readonly until: string;
        };
        /** @description Patient of the ward */
        readonly NightResident: {
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /** @description Given and family name of the patient */
            readonly name: string;
            /** @description Room; null if unknown */
            readonly room: string | null;
        };
        /** @description Slot of the roster */
        readonly NightShift: {
            /** @description Caregivers on it; empty if nobody was */
            readonly caregivers: readonly components["schemas"]["Person"][];
            /**
             * Format: date-time
             * @description Start
             */
            readonly from: string;
            /** @description Name of the shift */
            readonly name: string;
            /**
             * Format: date-time
             * @description End
             */
            readonly until: string;
        };
        /** @description Confirmation message */
        readonly Notice: {
            /** @description Message text for people */
            readonly message: string;
        };
        /** @description Envelope of a success */
        readonly NoticeAnswer: {
            readonly data: components["schemas"]["Notice"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Person who was notified of a fall */
        readonly NotifiedPerson: {
            /**
             * Format: uuid
             * @description ID of the person
             */
            readonly id: string;
            /** @description Name of the person */
            readonly name: string;
            /** @description For the person to whom the claim is offered, when a channel has taken the offer; else null */
            readonly offer: components["schemas"]["OfferReceipts"] | null;
            /**
             * Format: date-time
             * @description Time when a device of the person first reported that it has the alert; null if none did
             */
            readonly receivedAt: string | null;
            /**
             * Format: date-time
             * @description Time when a channel that cannot report receipts first took a notification; null if none did
             */
            readonly sentAt: string | null;
        };
        /** @description Whether an offered claim has reached the person */
        readonly OfferReceipts: {
            /**
             * Format: date-time
             * @description Time when a device of the person first reported that it has the offer; null if none did
             */
            readonly receivedAt: string | null;
            /**
             * Format: date-time
             * @description Time when a channel that cannot report receipts first took the offer; null if none did
             */
            readonly sentAt: string | null;
        };
        /** @description Caregivers on duty */
        readonly OnDuty: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Given and family name of the caregiver */
            readonly name: string;
            /**
             * Format: date-time
             * @description End of the shift
             */
            readonly until: string;
            readonly via: components["schemas"]["DutyVia"];
        };
        /** @description Envelope of a success */
        readonly OnDutyAnswer: {
            readonly data: components["schemas"]["OnDuty"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Member of a ward who is on duty */
        readonly OnDutyInWard: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Given and family name of the caregiver */
            readonly name: string;
            /**
             * Format: date-time
             * @description End of the shift
             */
            readonly until: string;
        };
        /** @description Envelope of a success */
        readonly OnDutyListAnswer: {
            readonly data: readonly components["schemas"]["OnDuty"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Number of open emergencies */
        readonly OpenAlerts: {
            /** @description Number of all open emergencies */
            readonly count: number;
        };
        /** @description An OpenAPI document */
        readonly OpenApiDocument: {
            /** @description Version of OpenAPI */
            readonly openapi: string;
        };
        /** @description Fall on the board */
        readonly OpenFall: {
            /** @description Explanation of the detector; null if it was not used */
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            /** @description People who were notified: those who have received it first, in the order of time */
            readonly notified: readonly components["schemas"]["NotifiedPerson"][];
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description True if a caregiver has acknowledged or claimed the fall */
            readonly responded: boolean;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Time from the fall to its first acknowledgement or claim; null until then, in s */
            readonly responseTime: number | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly userId: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
        };
        /** @description Counts for an operator of many installations */
        readonly OperationsReport: {
            /** @description Name of the organisation */
            readonly organisation: string;
            /**
             * Format: date-time
             * @description Time of the report
             */
            readonly timestamp: string;
            /** @description By name; what belongs to no ward comes last */
            readonly wards: readonly components["schemas"]["OperationsWard"][];
        };
        /** @description Envelope of a success */
        readonly OperationsReportAnswer: {
            readonly data: components["schemas"]["OperationsReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Counts of a ward */
        readonly OperationsWard: {
            readonly alerts: components["schemas"]["WardAlerts"];
            readonly coverage: components["schemas"]["WardCoverage"];
            /** @description Name of the ward; null for residents and tests without one */
            readonly name: string | null;
            /** @description Tests that are due */
            readonly overdueTests: number;
            /** @description Residents with an active account */
            readonly residents: number;
            /** @description Wearables that caregivers are alerted to because they are silent */
            readonly silentWearables: number;
            /** @description Falls that no caregiver has taken over */
            readonly unanswered: number;
            /** @description Their wearables, without disabled ones */
            readonly wearables: number;
        };
        /** @description Settings of the organisation */
        readonly Organisation: {
            readonly language: components["schemas"]["Language"];
            /** @description Name of the home */
            readonly name: string;
            /** @description Time within which a caregiver should claim a fall, in minutes */
            readonly responseGoalMinutes: number;
            /** @description IANA time zone of days, quiet hours, rosters, reports and times in messages */
            readonly timeZone: string;
        };
        /** @description Envelope of a success */
        readonly OrganisationAnswer: {
            readonly data: components["schemas"]["Organisation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Changed settings of the organisation */
        readonly OrganisationChange: {
            readonly language?: components["schemas"]["Language"];
            /** @description Name of the home */
            readonly name?: string;
            /** @description Time within which a caregiver should claim a fall, in minutes */
            readonly responseGoalMinutes?: number;
            /** @description IANA time zone of days, quiet hours, rosters, reports and times in messages */
            readonly timeZone?: string;
        };
        /** @description Limits that are not inherited */
        readonly OwnDetectionLimits: {
            /** @description Null if it is inherited */
            readonly sensitivity: components["schemas"]["Sensitivity"] | null;
            /** @description Null if it is inherited */
            readonly verify: boolean | null;
        };
        /** @description Single sign-on; left out where it is not configured */
        readonly OwnSignOn: {
            /** @description Whether the user has a password for recent authentication */
            readonly hasPassword: boolean;
            /** @description Whether an identity at the provider is linked */
            readonly isLinked: boolean;
            /** @description Whether the user may log in with a passkey (PASSWORD_LOGIN) */
            readonly mayUsePasskey: boolean;
            /** @description Name of the provider */
            readonly name: string;
        };
        /** @description The station itself */
        readonly OwnStation: {
            /**
             * Format: uuid
             * @description ID of the station
             */
            readonly id: string;
            /** @description Name of the station */
            readonly name: string;
            /** @description Ward whose board it shows; null: all wards */
            readonly ward: components["schemas"]["WardName"] | null;
        };
        /** @description Envelope of a success */
        readonly OwnStationAnswer: {
            readonly data: components["schemas"]["OwnStation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Ward of the logged-in caregiver */
        readonly OwnWard: {
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly id: string;
            /** @description Whether the user leads the ward */
            readonly lead: boolean;
            /** @description Name of the ward */
            readonly name: string;
        };
        /** @description Limits that are not inherited */
        readonly OwnWardLimits: {
            /** @description Time without readings after which caregivers are alerted, in minutes */
            readonly deviceSilentMinutes: number | null;
            /** @description Null if it is inherited */
            readonly sensitivity: components["schemas"]["Sensitivity"] | null;
            /** @description Null if it is inherited */
            readonly verify: boolean | null;
        };
        /** @description Position of a page in its list */
        readonly Pagination: {
            /** @description Maximum number of records per page */
            readonly limit: number;
            /** @description Page number, from 1 */
            readonly page: number;
            /** @description Number of records in the whole list */
            readonly total: number;
            /** @description Number of pages in the whole list */
            readonly totalPages: number;
        };
        /** @description Passkey of an account */
        readonly Passkey: {
            /**
             * Format: date-time
             * @description Time it was added
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the passkey
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last login with it; null if never
             */
            readonly lastUsedAt: string | null;
            /** @description Name of the passkey */
            readonly name: string;
        };
        /** @description Envelope of a success */
        readonly PasskeyAnswer: {
            readonly data: components["schemas"]["Passkey"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Answer of navigator.credentials.get, as JSON */
        readonly PasskeyAssertion: {
            /** @description ID of the credential, in base64url */
            readonly id: string;
            /** @description ID of the credential, in base64url */
            readonly rawId: string;
            /** @description Response of the authenticator */
            readonly response: {
                /** @description Data of the authenticator, in base64url */
                readonly authenticatorData: string;
                /** @description What the browser signed for: challenge, origin and type, in base64url */
                readonly clientDataJSON: string;
                /** @description Signature, in base64url */
                readonly signature: string;
                /** @description The account that the authenticator knows, in base64url */
                readonly userHandle?: string | null;
            };
            /**
             * @description Type of the credential
             * @constant
             */
            readonly type: "public-key";
        };
        /** @description Options for navigator.credentials.create, as JSON */
        readonly PasskeyCreationOptions: {
            /**
             * @description The authenticator need not say its make
             * @constant
             */
            readonly attestation: "none";
            /** @description Required authenticator */
            readonly authenticatorSelection: {
                /** @description The same, for older browsers */
                readonly requireResidentKey: boolean;
                /**
                 * @description The authenticator stores the passkey
                 * @constant
                 */
                readonly residentKey: "required";
                /**
                 * @description User verification: fingerprint, face or PIN
                 * @constant
                 */
                readonly userVerification: "required";
            };
            /** @description Challenge, valid once and for 5 minutes */
            readonly challenge: string;
            /** @description Passkeys that the account has already */
            readonly excludeCredentials: readonly {
                /** @description ID of the credential */
                readonly id: string;
                /**
                 * @description Type of the credential
                 * @constant
                 */
                readonly type: "public-key";
            }[];
            /** @description Accepted signature algorithms */
            readonly pubKeyCredParams: readonly {
                /** @description COSE algorithm */
                readonly alg: number;
                /**
                 * @description Type of the credential
                 * @constant
                 */
                readonly type: "public-key";
            }[];
            /** @description The service */
            readonly rp: {
                /** @description Host name of PUBLIC_URL */
                readonly id: string;
                /** @description Name of the service */
                readonly name: string;
            };
            /** @description Time for the answer, in ms */
            readonly timeout: number;
            /** @description The account */
            readonly user: {
                /** @description Given and family name */
                readonly displayName: string;
                /** @description ID of the account, in base64url */
                readonly id: string;
                /** @description E-mail address */
                readonly name: string;
            };
        };
        /** @description Envelope of a success */
        readonly PasskeyCreationOptionsAnswer: {
            readonly data: components["schemas"]["PasskeyCreationOptions"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Envelope of a success */
        readonly PasskeyListAnswer: {
            readonly data: readonly components["schemas"]["Passkey"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Login with a passkey */
        readonly PasskeyLogin: {
            readonly response: components["schemas"]["PasskeyAssertion"];
        };
        /** @description Request for a login with a passkey */
        readonly PasskeyLoginRequest: {
            /** @description E-mail address of the account, in upper or lower case */
            readonly email?: string | null;
        };
        /** @description Answer of navigator.credentials.create, as JSON */
        readonly PasskeyRegistration: {
            /** @description ID of the credential, in base64url */
            readonly id: string;
            /** @description ID of the credential, in base64url */
            readonly rawId: string;
            /** @description Response of the authenticator */
            readonly response: {
                /** @description The new public key, in base64url */
                readonly attestationObject: string;
                /** @description What the browser signed for: challenge, origin and type, in base64url */
                readonly clientDataJSON: string;
                /** @description How the browser reaches the authenticator */
                readonly transports?: readonly string[];
            };
            /**
             * @description Type of the credential
             * @constant
             */
            readonly type: "public-key";
        };
        /** @description Options for navigator.credentials.get, as JSON */
        readonly PasskeyRequestOptions: {
            /** @description Challenge, valid once and for 5 minutes */
            readonly challenge: string;
            /** @description Host name of PUBLIC_URL */
            readonly rpId: string;
            /** @description Time for the answer, in ms */
            readonly timeout: number;
            /**
             * @description User verification: fingerprint, face or PIN
             * @constant
             */
            readonly userVerification: "required";
        };
        /** @description Envelope of a success */
        readonly PasskeyRequestOptionsAnswer: {
            readonly data: components["schemas"]["PasskeyRequestOptions"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Password change */
        readonly PasswordChange: {
            /** @description New password, repeated */
            readonly confirmPassword: string;
            /** @description Current password */
            readonly currentPassword: string;
            /** @description New password: 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&* */
            readonly newPassword: string;
        };
        /** @description New password with a token from an e-mail */
        readonly PasswordReset: {
            /** @description New password: 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&* */
            readonly newPassword: string;
            /** @description The token from the link in the mail, after `token=` */
            readonly token: string;
        };
        /** @description Absence of a patient, also one that is over */
        readonly PastAbsence: {
            /**
             * Format: date-time
             * @description Start
             */
            readonly beganAt: string;
            /** @description User who set it last; null if the account was deleted */
            readonly by: components["schemas"]["AbsenceAuthor"] | null;
            /**
             * Format: date-time
             * @description Time it was over: `until`, or earlier; null while it lasts
             */
            readonly endedAt: string | null;
            /**
             * Format: uuid
             * @description ID of the absence
             */
            readonly id: string;
            /** @description Reason; null if none was given */
            readonly reason: string | null;
            /**
             * Format: date-time
             * @description End
             */
            readonly until: string;
        };
        /** @description Envelope of a page of a list */
        readonly PastAbsencePage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["PastAbsence"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Test that was made */
        readonly PastTest: {
            /**
             * Format: date-time
             * @description Time of the test
             */
            readonly at: string;
            /** @description User who tested it; null without one, and if the account was deleted */
            readonly by: components["schemas"]["Person"] | null;
            /** @description Channel of the person; null for other kinds of tests */
            readonly channel: components["schemas"]["TestedChannel"] | null;
            readonly kind: components["schemas"]["TestKind"];
            readonly result: components["schemas"]["TestBookResult"];
        };
        /** @description Envelope of a page of a list */
        readonly PastTestPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["PastTest"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Failure of the path test */
        readonly PathFailure: {
            /** @description What went wrong, for the operator */
            readonly reason: string;
            /**
             * Format: date-time
             * @description Start of the first test that failed
             */
            readonly since: string;
            /**
             * @description First stage that was not reached; prepared: the database did not store the test
             * @enum {string}
             */
            readonly stage: "prepared" | "published" | "acknowledged" | "raised" | "queued" | "delivered" | "received";
        };
        /** @description The last path test */
        readonly PathHealth: {
            /** @description Failure of the path test */
            readonly failing: components["schemas"]["PathFailure"] | null;
            /**
             * Format: date-time
             * @description Start of the last path test that passed
             */
            readonly lastOkAt: string | null;
            /** @description True if the last path test passed; null before the first one */
            readonly ok: boolean | null;
        };
        /** @description Results of the path tests */
        readonly PathReport: {
            /** @description Failure of the path test */
            readonly failing: components["schemas"]["PathFailure"] | null;
            /**
             * Format: date-time
             * @description Start of the last test that passed; null without one in the last day
             */
            readonly lastOkAt: string | null;
            /** @description True if the last test passed; null before the first test */
            readonly ok: boolean | null;
            /** @description The last 100 tests, newest first */
            readonly tests: readonly components["schemas"]["PathTest"][];
        };
        /** @description Envelope of a success */
        readonly PathReportAnswer: {
            readonly data: components["schemas"]["PathReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Time of each stage since the start of the test; null if not reached */
        readonly PathStages: {
            /** @description Reading acknowledged, in ms */
            readonly acknowledged: number | null;
            /** @description Alert arrived at the receiver, in ms */
            readonly delivered: number | null;
            /** @description Reading sent to the MQTT listener, in ms */
            readonly published: number | null;
            /** @description Alert written by the escalation, in ms */
            readonly queued: number | null;
            /** @description Fall raised, in ms */
            readonly raised: number | null;
            /** @description Delivery recorded, in ms */
            readonly received: number | null;
        };
        /** @description Path test */
        readonly PathTest: {
            /**
             * Format: date-time
             * @description Start
             */
            readonly at: string;
            /** @description True if every stage was reached in time */
            readonly ok: boolean;
            readonly stages: components["schemas"]["PathStages"];
        };
        /** @description Patient, for the patient and the care team */
        readonly Patient: {
            /** @description The patient's absence; null while the patient is here */
            readonly absence: components["schemas"]["Absence"] | null;
            /** @description The patient's care team */
            readonly caregivers: readonly components["schemas"]["CaregiverOfPatient"][];
            /** @description The patient's check-in; null without one */
            readonly checkIn: components["schemas"]["CheckIn"] | null;
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             */
            readonly dateOfBirth: string | null;
            /** @description The patient's devices */
            readonly devices: readonly components["schemas"]["DeviceOfPatient"][];
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Phone number to call in an emergency; null if not given */
            readonly emergencyContact: string | null;
            /** @description Number of the patient in the home's own system, of no other account; null if not given */
            readonly externalId: string | null;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Family name */
            readonly lastName: string;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Phone number; null if not given */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            /** @description True if the smart home may show the patient's falls and wearable; needs HOME_BROKER_URL */
            readonly shareWithHome: boolean;
            readonly status: components["schemas"]["AccountStatus"];
            /**
             * Format: uuid
             * @description ID of the ward; null without one
             */
            readonly wardId: string | null;
        };
        /** @description Envelope of a success */
        readonly PatientAnswer: {
            readonly data: components["schemas"]["Patient"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Changed fields of a patient */
        readonly PatientChange: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             */
            readonly dateOfBirth?: string | null;
            /** @description E-mail address; stored in lower case */
            readonly email?: string;
            /** @description Phone number to call in an emergency */
            readonly emergencyContact?: string | null;
            /** @description Number of the patient in the home's own system, of no other account */
            readonly externalId?: string | null;
            /** @description Given name */
            readonly firstName?: string;
            /** @description Family name */
            readonly lastName?: string;
            /** @description Phone number, in any notation */
            readonly phone?: string | null;
            /** @description Room of the patient */
            readonly room?: string | null;
            /** @description True if the smart home may show the patient's falls and wearable; needs HOME_BROKER_URL */
            readonly shareWithHome?: boolean;
            /**
             * Format: uuid
             * @description ID of the ward; for admins and leads of both wards. Null: for admins.
             */
            readonly wardId?: string | null;
        };
        /** @description Reference to a patient */
        readonly PatientChoice: {
            /**
             * Format: uuid
             * @description ID of one of your patients, or your own
             */
            readonly patientId: string;
        };
        /** @description Coverage of a patient's waking minutes */
        readonly PatientCoverage: {
            /** @description From the day on which the patient was created; today until now */
            readonly days: readonly components["schemas"]["CoverageDay"][];
            /** @description Name of the patient; left out for a token with the scope `operations` alone */
            readonly name?: string;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            readonly totals: components["schemas"]["CoverageTotals"];
            /**
             * Format: uuid
             * @description ID of the ward in which the patient lives; null without one
             */
            readonly wardId: string | null;
        };
        /** @description Envelope of a success */
        readonly PatientCoverageListAnswer: {
            /** @description Patients by name */
            readonly data: readonly components["schemas"]["PatientCoverage"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Last 24 hours of a patient */
        readonly PatientDay: {
            /**
             * Format: date-time
             * @description Start; later than 24 hours ago if less is known
             */
            readonly from: string;
            /** @description In ascending order, in whole minutes */
            readonly spans: readonly components["schemas"]["DaySpan"][];
            /**
             * Format: date-time
             * @description End: now
             */
            readonly until: string;
        };
        /** @description Escalation policy of a patient */
        readonly PatientEscalation: {
            /** @description True if the patient has no policy of their own and the ward's or organisation's applies */
            readonly inherited: boolean;
            readonly repeats: components["schemas"]["EscalationRepeats"];
            /** @description Steps, in order of time */
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description Envelope of a success */
        readonly PatientEscalationAnswer: {
            readonly data: components["schemas"]["PatientEscalation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Limits for alerts of a patient's wearable */
        readonly PatientLimits: {
            /** @description Battery level below which caregivers are alerted; 0: never, in % */
            readonly batteryLowPercent: number;
            /** @description Time without readings after which caregivers are alerted, in minutes */
            readonly deviceSilentMinutes: number;
            /** @description True if the patient has no limits of their own */
            readonly inherited: boolean;
            readonly own: components["schemas"]["OwnDetectionLimits"];
            readonly sensitivity: components["schemas"]["Sensitivity"];
            /** @description True if detected falls are judged again before channels ring, so that a wearer who has moved on rings nobody */
            readonly verify: boolean;
        };
        /** @description Envelope of a success */
        readonly PatientLimitsAnswer: {
            readonly data: components["schemas"]["PatientLimits"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Overview of a patient */
        readonly PatientOverview: {
            readonly day: components["schemas"]["PatientDay"];
            readonly detector: components["schemas"]["WearerDetector"];
            /** @description The patient's devices */
            readonly devices: readonly components["schemas"]["DeviceOverview"][];
            /** @description The newest 50 falls */
            readonly falls: readonly components["schemas"]["ListedFall"][];
            readonly health: components["schemas"]["HealthSummary"];
            readonly patient: components["schemas"]["Patient"];
            /** @description Rules; empty if no sensor alert escalates */
            readonly sensorRules: readonly components["schemas"]["StoredSensorRule"][];
            /** @description True if the service is connected to a smart home, which may show the patient */
            readonly smartHome: boolean;
            /** @description Number of all falls */
            readonly totalFalls: number;
        };
        /** @description Envelope of a success */
        readonly PatientOverviewAnswer: {
            readonly data: components["schemas"]["PatientOverview"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Why a wearable does not measure for now: `screen_off`, a phone that is locked or shows another page
         * @enum {string}
         */
        readonly PauseReason: "screen_off";
        /** @description User with name */
        readonly Person: {
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Given and family name */
            readonly name: string;
        };
        /**
         * @description Scope of an access token of a person
         * @enum {string}
         */
        readonly PersonalScope: "read" | "respond" | "ingest" | "manage" | "operations";
        /** @description New PIN */
        readonly PinChange: {
            /** @description PIN for stations: 4 to 8 digits, neither one digit repeated nor a rising or falling sequence */
            readonly pin: string;
        };
        /** @description Handover that is not confirmed yet */
        readonly PinnedHandover: {
            /**
             * Format: date-time
             * @description Time at which it was written; null before the first handover
             */
            readonly at: string | null;
            /** @description Author; null before the first handover, and if the account was deleted */
            readonly by: components["schemas"]["Person"] | null;
            /** @description User who confirmed it for the next shift; null until then */
            readonly confirmedBy: components["schemas"]["Person"] | null;
            /** @description Note to the next shift; null before the first handover */
            readonly note: string | null;
            readonly summary: components["schemas"]["HandoverSummary"];
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly wardId: string;
            /** @description Name of the ward */
            readonly wardName: string;
        };
        /** @description Room on the floor plan of a ward */
        readonly PlacedRoom: {
            /** @description Room of the patient */
            readonly room: string;
            /** @description Middle of the room, from the left edge of the plan, in % */
            readonly x: number;
            /** @description Middle of the room, from the upper edge of the plan, in % */
            readonly y: number;
        };
        /** @description Picture behind the rooms */
        readonly PlanPicture: {
            /** @description Height in pixels */
            readonly height: number;
            /** @description Changes with the picture */
            readonly tag: string;
            /** @description Width in pixels */
            readonly width: number;
        };
        /** @description Revision of the floor plan of a ward */
        readonly PlanRevision: {
            /** @description Number of changes */
            readonly revision: number;
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly wardId: string;
        };
        /** @description Reply to a ping */
        readonly Pong: {
            /**
             * Format: date-time
             * @description Current time of the service
             */
            readonly serverTime: string;
        };
        /** @description The user's profile. */
        readonly Profile: {
            /** @description URL of the profile picture; null if not given */
            readonly avatar: string | null;
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             */
            readonly dateOfBirth: string | null;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Chosen language; null for that of the organisation */
            readonly language: components["schemas"]["Language"] | null;
            /**
             * Format: date-time
             * @description Time of the last login; null if never
             */
            readonly lastLogin: string | null;
            /** @description Family name */
            readonly lastName: string;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Phone number; null if not given */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
        };
        /** @description Envelope of a success */
        readonly ProfileAnswer: {
            readonly data: components["schemas"]["Profile"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Changed fields of your profile */
        readonly ProfileChange: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             */
            readonly dateOfBirth?: string | null;
            /** @description Given name */
            readonly firstName?: string;
            /** @description Language of texts and dates */
            readonly language?: components["schemas"]["Language"] | null;
            /** @description Family name */
            readonly lastName?: string;
            /** @description Phone number, in any notation */
            readonly phone?: string | null;
        };
        /** @description Person at the provider of single sign-on */
        readonly ProviderIdentity: {
            /**
             * Format: date-time
             * @description Time of the first login
             */
            readonly createdAt: string;
            /** @description E-mail address there; null if it gave none */
            readonly email: string | null;
            /**
             * Format: uuid
             * @description ID of the link
             */
            readonly id: string;
            /** @description The provider */
            readonly issuer: string;
            /**
             * Format: date-time
             * @description Time of the last login
             */
            readonly lastLoginAt: string;
            /** @description ID of the person there */
            readonly subject: string;
        };
        /** @description Envelope of a success */
        readonly ProviderIdentityListAnswer: {
            readonly data: readonly components["schemas"]["ProviderIdentity"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The public key for Web Push subscriptions */
        readonly PushKey: {
            /** @description applicationServerKey for the browser's PushManager.subscribe */
            readonly publicKey: string;
        };
        /** @description Envelope of a success */
        readonly PushKeyAnswer: {
            readonly data: components["schemas"]["PushKey"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Quiet hours; falls of level HIGH and above are sent nevertheless */
        readonly QuietHours: {
            /** @description Start in the time zone, HH:MM */
            readonly from: string;
            /** @description IANA time zone: the given one, or that of the organisation */
            readonly timeZone: string;
            /** @description End in the time zone, HH:MM; on the next day if before `from`; must differ from `from` */
            readonly to: string;
        };
        /**
         * @description Reason why an alert cannot reach a caregiver outside the console
         * @enum {string}
         */
        readonly ReachabilityWarning: "ON_DUTY_UNREACHABLE" | "CAREGIVERS_UNREACHABLE" | "NO_CAREGIVERS";
        /** @description Notification channel of a caregiver, without its target */
        readonly ReachableChannel: {
            /** @description Whether the last message failed */
            readonly failed: boolean;
            /**
             * @description Channel kind
             * @enum {string}
             */
            readonly kind: "webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager";
            /**
             * Format: date-time
             * @description Time when a message was last accepted, within 30 days; null without one
             */
            readonly lastAcceptedAt: string | null;
            /**
             * Format: date-time
             * @description Time when a message was last received, within 30 days; null without one
             */
            readonly lastReceivedAt: string | null;
            /** @description Whether it rings while the phone is on silent, by the owner’s answer; null: unknown */
            readonly ringsOnSilent: boolean | null;
            readonly state: components["schemas"]["ChannelState"];
            /**
             * Format: date-time
             * @description Time of the last test by the owner; null without one
             */
            readonly testedAt: string | null;
            /** @description True if the last three messages were accepted and not received, for a kind that gives receipts */
            readonly unreceived: boolean;
            /**
             * @description `CHANNEL_UNRECEIVED` with `unreceived`; null without a warning
             * @enum {string|null}
             */
            readonly warning: "CHANNEL_UNRECEIVED" | null;
        };
        /** @description How a caregiver or an admin can be reached */
        readonly ReachablePerson: {
            /** @description Notification channels, oldest first */
            readonly channels: readonly components["schemas"]["ReachableChannel"][];
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Whether at least one channel works */
            readonly isReachable: boolean;
            /** @description Given and family name of the person */
            readonly name: string;
            /**
             * Format: date-time
             * @description End of the current shift; null off duty
             */
            readonly onDutyUntil: string | null;
            /**
             * @description Role
             * @enum {string}
             */
            readonly role: "CAREGIVER" | "ADMIN";
            /** @description Reason for being on duty; null off duty */
            readonly via: components["schemas"]["DutyVia"] | null;
            /** @description Warnings about the person */
            readonly warnings: readonly "NOBODY_RINGS_ON_SILENT"[];
        };
        /** @description Envelope of a success */
        readonly ReachablePersonListAnswer: {
            readonly data: readonly components["schemas"]["ReachablePerson"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description By target; null for a target that is nobody. If all targets of a step are nobody, it goes to the team. */
        readonly ReachByTarget: {
            /** @description Null if the target is nobody */
            readonly admins: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[] | null;
            /** @description Null if the target is nobody */
            readonly assigned: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[] | null;
            /** @description Null if the target is nobody */
            readonly on_duty: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[] | null;
            /** @description Null if the target is nobody */
            readonly ward: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[] | null;
            /** @description Null if the target is nobody */
            readonly ward_leads: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[] | null;
        };
        /** @description Person whom escalation steps reach now */
        readonly ReachedPerson: {
            /** @description Channel kinds that reach the person */
            readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[];
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Whether the person is of the team */
            readonly isInTeam: boolean;
            /** @description Given and family name of the person */
            readonly name: string;
            /** @description Targets that include the person for at least one of the patients */
            readonly targets: readonly ("on_duty" | "assigned" | "ward" | "ward_leads" | "admins")[];
        };
        /** @description Result of marking a conversation as read */
        readonly ReadConversation: {
            /** @description Number of messages that were unread */
            readonly read: number;
        };
        /** @description Envelope of a success */
        readonly ReadConversationAnswer: {
            readonly data: components["schemas"]["ReadConversation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Detected falls that caregivers have judged real */
        readonly RealFallsRung: {
            /** @description Number of all */
            readonly all: number;
            /** @description Number of those for which phones would have rung */
            readonly rung: number;
        };
        /** @description Confirmed identity */
        readonly Reauthenticated: {
            /**
             * Format: date-time
             * @description Time after which the password is required again
             */
            readonly until: string;
        };
        /** @description Envelope of a success */
        readonly ReauthenticatedAnswer: {
            readonly data: components["schemas"]["Reauthenticated"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Credentials that confirm the identity of the logged-in user */
        readonly Reauthentication: {
            /** @description Password of the account */
            readonly password: string;
            /** @description Code from the authenticator app, or a recovery code, for accounts with a second factor; each works once */
            readonly totp?: string | null;
        };
        /** @description What a device has done with a notification */
        readonly ReceiptRequest: {
            /** @description `receipt` of the push message */
            readonly receipt: string;
            /**
             * @description `received`: the device shows the notification; `opened`: the person has opened it
             * @enum {string}
             */
            readonly state: "received" | "opened";
        };
        /** @description Fall in a list of all patients */
        readonly RecentFall: {
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description True if a caregiver has acknowledged or claimed the fall */
            readonly responded: boolean;
            /** @description Response to the fall; null below POTENTIAL and for other alerts */
            readonly response: components["schemas"]["Response"] | null;
            /** @description Time from the fall to its first acknowledgement or claim; null until then, in s */
            readonly responseTime: number | null;
            /** @description Sensor, other than a wearable, that noticed it; null without one */
            readonly sensor: components["schemas"]["FallSensor"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly userId: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification: components["schemas"]["Verification"] | null;
        };
        /** @description Envelope of a page of a list */
        readonly RecentFallPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["RecentFall"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Recorded fall */
        readonly RecordedFall: {
            readonly alerts: components["schemas"]["AlertedCaregivers"];
            /** @description Confidence that this is a fall, from 0 to 1 */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly id: string;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest: boolean;
            /** @description Location of the fall; null if not given */
            readonly location: string | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly userId: string;
            /** @description True if the fall was witnessed; null if not given */
            readonly witnessed: boolean | null;
        };
        /** @description Envelope of a success */
        readonly RecordedFallAnswer: {
            readonly data: components["schemas"]["RecordedFall"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Recovery codes, for use without the authenticator app */
        readonly RecoveryCodes: {
            /** @description Recovery codes. Each replaces a code once; shown only in this response. */
            readonly recoveryCodes: readonly string[];
        };
        /** @description Envelope of a success */
        readonly RecoveryCodesAnswer: {
            readonly data: components["schemas"]["RecoveryCodes"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Refused message; do not send it again */
        readonly Refused: {
            /** @description Stable error code (docs/errors.md) */
            readonly code: string;
            /** @description Problems by field; inner fields as `steps.0.targets` */
            readonly details?: {
                readonly [key: string]: string;
            };
            /** @description Error message for people */
            readonly error: string;
            /** @description Time to wait before a retry, with a 429, in s */
            readonly retryAfter?: number;
            /** @description The HTTP status of the same error */
            readonly status: number;
            /**
             * @description The request failed
             * @constant
             */
            readonly success: false;
        };
        /** @description Refused entry of a backlog */
        readonly RefusedEntry: {
            /** @description Stable error code (docs/errors.md) */
            readonly code: string;
            /** @description Problems by field; inner fields as `steps.0.targets` */
            readonly details?: {
                readonly [key: string]: string;
            };
            /** @description Error message for people */
            readonly error: string;
            /** @description Index in the backlog, from 0 */
            readonly index: number;
        };
        /** @description Renewed session */
        readonly RenewedSession: {
            /**
             * Format: date-time
             * @description Time the new token expires and the session ends
             */
            readonly expiresAt: string;
            /**
             * Format: date-time
             * @description Latest possible end of the session (`SESSION_MAX_DAYS` after login)
             */
            readonly renewableUntil: string;
        };
        /** @description Envelope of a success that creates or renews a session */
        readonly RenewedSessionWithTokenAnswer: {
            readonly data: components["schemas"]["RenewedSession"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
            /** @description Session token for `Authorization: Bearer <token>`; also set as a cookie */
            readonly token: string;
        };
        /** @description Last call for help that repeated an earlier one */
        readonly RepeatedCall: {
            /**
             * Format: date-time
             * @description Time of the call
             */
            readonly at: string;
            /** @description Users who were told: the caregiver who holds the claim, else those of the current step */
            readonly told: readonly components["schemas"]["Person"][];
        };
        /** @description Stages */
        readonly ReportedStages: {
            /** @description To the first claim; null if no fall of the period reached it */
            readonly claimed: components["schemas"]["StageTimes"] | null;
            /** @description To the first delivery to a person; null if no fall of the period reached it */
            readonly notified: components["schemas"]["StageTimes"] | null;
            /** @description To the start of the response; null if no fall of the period reached it */
            readonly raised: components["schemas"]["StageTimes"] | null;
            /** @description To the first receipt of a notified person's device; null if no fall of the period reached it */
            readonly received: components["schemas"]["StageTimes"] | null;
            /** @description To the resolution; null if no fall of the period reached it */
            readonly resolved: components["schemas"]["StageTimes"] | null;
        };
        /** @description Resolution of a fall */
        readonly ResolveRequest: {
            /** @description Note */
            readonly note?: string | null;
            /**
             * @description Outcome; FALSE_ALARM counts as a false alarm of the detector, the others as falls
             * @enum {string}
             */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM";
        };
        /** @description Response to a fall */
        readonly Response: {
            /**
             * Format: date-time
             * @description Time of the claim; null without a claim
             */
            readonly claimedAt: string | null;
            /** @description Caregiver who claimed the fall; null without a claim */
            readonly claimedBy: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description Time the claim expires and escalation resumes; null without a claim
             */
            readonly claimExpiresAt: string | null;
            /** @description Time until arrival, as the caregiver estimated; null if not given, in minutes */
            readonly etaMinutes: number | null;
            /** @description How often the wearer has called for help; presses within 10 s are one */
            readonly helpPresses: number;
            /**
             * Format: date-time
             * @description Time of the next escalation step; null without one
             */
            readonly nextStepAt: string | null;
            /** @description Note; null without one */
            readonly note: string | null;
            /** @description Caregiver who was offered the claim and has not accepted it; else null */
            readonly offeredTo: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description Time until which the wearer can cancel, in CHECKING; else null
             */
            readonly okUntil: string | null;
            /**
             * @description Outcome; null until resolved. MOVED_ON: the service resolved it, because the wearer had moved on
             * @enum {string|null}
             */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT" | "MOVED_ON" | null;
            /** @description Null if the wearer has not called again */
            readonly repeated: components["schemas"]["RepeatedCall"] | null;
            /**
             * Format: date-time
             * @description Time it was resolved; null until then
             */
            readonly resolvedAt: string | null;
            /** @description User who resolved it, or the patient who cancelled it; null until resolved, and for MOVED_ON */
            readonly resolvedBy: components["schemas"]["Person"] | null;
            readonly state: components["schemas"]["ResponseState"];
            /** @description Number of escalation steps taken */
            readonly step: number;
            /**
             * Format: date-time
             * @description Time the last claim ended; null before the first claim, while claimed, and once resolved
             */
            readonly unclaimedSince: string | null;
        };
        /** @description Changed response to a fall */
        readonly ResponseChange: {
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly fallId: string;
            /** @description True for a test alert: nobody has fallen, and it counts nowhere */
            readonly isTest?: boolean;
            readonly level?: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            readonly response: components["schemas"]["Response"];
            /**
             * Format: date-time
             * @description Time of the fall
             */
            readonly timestamp?: string;
            /** @description Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off */
            readonly verification?: components["schemas"]["Verification"] | null;
        };
        /** @description Times from the impact to each stage of the response, of the falls of a period */
        readonly ResponseReport: {
            /** @description Falls of level POTENTIAL and above, as in the report of falls */
            readonly falls: number;
            readonly stages: components["schemas"]["ReportedStages"];
        };
        /** @description Envelope of a success */
        readonly ResponseReportAnswer: {
            readonly data: components["schemas"]["ResponseReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description CHECKING: waiting for the wearer; OPEN: escalating; CLAIMED: a caregiver is on the way; RESOLVED: closed
         * @enum {string}
         */
        readonly ResponseState: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
        /** @description Days of readings of a restored backup */
        readonly RestoreHealth: {
            /** @description Days that are loaded, in days */
            readonly done: number;
            /** @description Days that could not be loaded yet; the log has the reason */
            readonly failed: readonly string[];
            /** @description Days of the backup, in days */
            readonly of: number;
        };
        /** @description What the phone did when a test message arrived */
        readonly RingingAnswer: {
            /** @description True if it rang */
            readonly rang: boolean;
            /** @description True if it was on silent */
            readonly silent: boolean;
        };
        /**
         * @description SENT: it is being sent; ACCEPTED: the push service, mail server or gateway has it; RECEIVED: the device has it; FAILED: it was given up
         * @enum {string}
         */
        readonly RingState: "SENT" | "ACCEPTED" | "RECEIVED" | "FAILED";
        /**
         * @description Role of an account: its permissions
         * @enum {string}
         */
        readonly Role: "PATIENT" | "CAREGIVER" | "ADMIN";
        /** @description New role of a user */
        readonly RoleChange: {
            readonly role: components["schemas"]["Role"];
        };
        /** @description Roster of a ward */
        readonly Roster: {
            /** @description Exceptions from yesterday on */
            readonly exceptions: readonly components["schemas"]["RosterException"][];
            /** @description Shifts, in order */
            readonly shifts: readonly components["schemas"]["RosterShift"][];
        };
        /** @description Envelope of a success */
        readonly RosterAnswer: {
            readonly data: components["schemas"]["Roster"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description New roster of a ward; it replaces the former one */
        readonly RosterChange: {
            /** @description Shifts, in order */
            readonly shifts: readonly components["schemas"]["NewRosterShift"][];
        };
        /** @description Exception to a roster, for one slot */
        readonly RosterException: {
            /** @description True if the caregiver joins the slot instead */
            readonly added: boolean;
            /**
             * Format: uuid
             * @description ID of the caregiver who is absent, or who joins the slot
             */
            readonly caregiverId: string;
            /**
             * Format: date-time
             * @description Time it was made
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Day on which the slot begins
             */
            readonly date: string;
            /**
             * Format: uuid
             * @description ID of the exception
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description ID of the caregiver who takes their place; null if none does
             */
            readonly replacedBy: string | null;
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly shiftId: string;
        };
        /** @description Envelope of a success */
        readonly RosterExceptionAnswer: {
            readonly data: components["schemas"]["RosterException"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Move of a caregiver's turn to another day or person */
        readonly RosterMove: {
            /**
             * Format: uuid
             * @description ID of the caregiver who is on the slot
             */
            readonly caregiverId: string;
            /**
             * Format: date
             * @description Day on which the slot begins
             */
            readonly date: string;
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly shiftId: string;
            /**
             * Format: uuid
             * @description ID of the member who is on it
             */
            readonly toCaregiverId: string;
            /**
             * Format: date
             * @description Day on which the new slot of the shift begins; made if the shift has none
             */
            readonly toDate: string;
        };
        /** @description Shift of a roster */
        readonly RosterShift: {
            /** @description IDs of the caregivers, members of the ward; may be empty */
            readonly caregivers: readonly string[];
            /** @description End; before the start: on the next day; equal: a whole day */
            readonly end: string;
            /** @description Every so many weeks, counted from the week of `from` */
            readonly everyWeeks: number;
            /**
             * Format: date
             * @description First day, inclusive
             */
            readonly from: string;
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly id: string;
            /** @description Name of the shift */
            readonly name: string;
            /** @description Start, in the organisation's time zone */
            readonly start: string;
            /**
             * Format: date
             * @description Last day, inclusive; null: no end
             */
            readonly until: string | null;
            /** @description ISO weekdays (1 is Monday) of the day on which a slot begins */
            readonly weekdays: readonly number[];
        };
        /** @description What became of the test message to a channel */
        readonly RungChannel: {
            /**
             * Format: date-time
             * @description Time of the state; null for SENT
             */
            readonly at: string | null;
            /**
             * @description Channel kind
             * @enum {string}
             */
            readonly kind: "webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager";
            readonly state: components["schemas"]["RingState"];
            /** @description HTTP or SMTP status of a failure; null without a reply */
            readonly status: number | null;
        };
        /** @description Member of a ward that is rung */
        readonly RungPerson: {
            /** @description Channels that were rung; none without a working one */
            readonly channels: readonly components["schemas"]["RungChannel"][];
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Given and family name of the caregiver */
            readonly name: string;
        };
        /**
         * @description Scope of an access token
         * @enum {string}
         */
        readonly Scope: "read" | "respond" | "ingest" | "manage" | "operations" | "directory";
        /** @description Confirmation of a new second factor */
        readonly SecondFactorConfirmation: {
            /** @description Current code from the authenticator app */
            readonly code: string;
        };
        /** @description A secret for an authenticator app */
        readonly SecondFactorOffer: {
            /** @description The secret as an otpauth URL, for a QR code */
            readonly otpauthUrl: string;
            /** @description The secret in base 32, to type into an authenticator app */
            readonly secret: string;
        };
        /** @description Envelope of a success */
        readonly SecondFactorOfferAnswer: {
            readonly data: components["schemas"]["SecondFactorOffer"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Removal of the second factor */
        readonly SecondFactorRemoval: {
            /** @description Password of the account */
            readonly password: string;
        };
        /** @description State of the second factor */
        readonly SecondFactorState: {
            /** @description True if a second factor is active */
            readonly active: boolean;
            /**
             * Format: date-time
             * @description Time the second factor was confirmed; null without one
             */
            readonly confirmedAt: string | null;
            /** @description Number of unused recovery codes */
            readonly recoveryCodesLeft: number;
            /** @description True if the user must set up a second factor first (REQUIRE_TOTP) */
            readonly required: boolean;
        };
        /** @description Envelope of a success */
        readonly SecondFactorStateAnswer: {
            readonly data: components["schemas"]["SecondFactorState"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What the detector has seen, in words, strongest first */
        readonly SeenByDetector: {
            /** @description Signs against a fall */
            readonly against: readonly string[];
            /** @description Signs of a fall; never empty */
            readonly for: readonly string[];
        };
        /** @description Events that the client has */
        readonly SeenEvents: {
            /** @description Falls whose alerts the client has without their events, from a list or the board */
            readonly fallIds?: readonly string[];
            /** @description IDs of events */
            readonly ids: readonly number[];
            /** @description True if the page that shows them is visible; default false */
            readonly visible?: boolean;
        };
        /** @description Events that were reported */
        readonly SeenReply: {
            /** @description IDs of events */
            readonly ids: readonly number[];
        };
        /**
         * @description How sure the detector must be to alert: `fewer` alerts, `standard`, or `more`. Never affects calls for help, CONFIRMED and other sensors
         * @enum {string}
         */
        readonly Sensitivity: "fewer" | "standard" | "more";
        /** @description What a sensitivity means, and would have meant */
        readonly SensitivityEffect: {
            readonly evaluation: components["schemas"]["SensitivityEvaluation"];
            readonly falseAlarms: components["schemas"]["FalseAlarmsRung"];
            readonly realFalls: components["schemas"]["RealFallsRung"];
            /** @description Detected falls for which phones would have rung */
            readonly rung: number;
            readonly sensitivity: components["schemas"]["Sensitivity"];
        };
        /** @description What a sensitivity means in recordings of volunteers who acted falls, and of ordinary life (docs/detection.md) */
        readonly SensitivityEvaluation: {
            readonly parts: components["schemas"]["EvaluatedParts"];
            readonly reading: components["schemas"]["EvaluatedReading"];
        };
        /** @description What each sensitivity means in the evaluation, and would have meant for the detected falls of the last days */
        readonly SensitivityReport: {
            /** @description One for each sensitivity */
            readonly choices: readonly components["schemas"]["SensitivityEffect"][];
            /** @description Days that were replayed, in days */
            readonly days: number;
            /** @description Recorded ordinary life behind the false alarms of the evaluation, in hours */
            readonly recordedHours: number;
        };
        /** @description Envelope of a success */
        readonly SensitivityReportAnswer: {
            readonly data: components["schemas"]["SensitivityReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Sensor other than a wearable */
        readonly Sensor: {
            /**
             * Format: date-time
             * @description Time it was added
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the sensor
             */
            readonly id: string;
            /** @description Kind of sensor; null if not given */
            readonly kind: string | null;
            /**
             * Format: date-time
             * @description Time its newest event arrived; null before the first
             */
            readonly lastEventAt: string | null;
            /** @description Name of the sensor */
            readonly name: string;
            /**
             * Format: uuid
             * @description ID of the patient whom its events are about; null: the patient of the room
             */
            readonly patientId: string | null;
            /** @description Given and family name of that patient; null without one */
            readonly patientName: string | null;
            /** @description Room; null if not given */
            readonly room: string | null;
            /** @description Ward of the sensor or its patient; null: all wards */
            readonly ward: components["schemas"]["WardName"] | null;
        };
        /** @description Envelope of a success */
        readonly SensorAnswer: {
            readonly data: components["schemas"]["Sensor"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Worst reading of a fall */
        readonly SensorData: {
            /** @description Acceleration, gravity included: x, y and z, in m/s² */
            readonly accel: readonly number[];
            /** @description Rotation, in °/s; null without a gyro */
            readonly gyro: readonly number[] | null;
            /**
             * Format: date-time
             * @description Time of the reading
             */
            readonly timestamp: string;
        };
        /** @description Recorded event of a sensor */
        readonly SensorEvent: {
            /**
             * Format: uuid
             * @description ID of one of the alerts, the first; null for a FALL or CALL, and beyond the limits of the sensor
             */
            readonly alertId: string | null;
            /**
             * Format: uuid
             * @description ID of the fall; null for an alert that does not escalate
             */
            readonly fallId: string | null;
            /**
             * Format: uuid
             * @description ID of the event
             */
            readonly id: string;
            readonly type: components["schemas"]["SensorEventType"];
        };
        /** @description Envelope of a success */
        readonly SensorEventAnswer: {
            readonly data: components["schemas"]["SensorEvent"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Event of a sensor: a fall, a patient who left the bed, an opened door, a call for help, or a patient who does not move
         * @enum {string}
         */
        readonly SensorEventType: "FALL" | "BED_EXIT" | "DOOR" | "CALL" | "INACTIVITY";
        /** @description Hours in the organisation's time zone; may span midnight */
        readonly SensorHours: {
            /** @description Start, HH:MM */
            readonly from: string;
            /** @description End, HH:MM, not included; differs from `from` */
            readonly to: string;
        };
        /** @description Envelope of a page of a list */
        readonly SensorPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["Sensor"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Reading of a wearable, once per second */
        readonly SensorReading: {
            /** @description Acceleration along the device's x axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_x: number;
            /** @description Acceleration along the device's y axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_y: number;
            /** @description Acceleration along the device's z axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_z: number;
            /** @description Battery level, in % */
            readonly battery_level?: number | null;
            /** @description True if connected by Bluetooth */
            readonly bluetooth_connected?: boolean | null;
            /** @description True while the wearable is on a charger, where its stillness does not mean that it is not worn */
            readonly charging?: boolean | null;
            /** @description MAC address of the wearable, as printed on it; with colons, with hyphens or plain, in upper or lower case */
            readonly device_id: string;
            /** @description Firmware version */
            readonly firmware_version?: string | null;
            /** @description Pressure under the foot, from 0 (none) to 1 (maximum) */
            readonly fsr?: number | null;
            /** @description Rotation about the device's x axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_x: number | null;
            /** @description Rotation about the device's y axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_y: number | null;
            /** @description Rotation about the device's z axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_z: number | null;
            /** @description Heart rate, in bpm */
            readonly heart_rate?: number | null;
            /** @description Type of the wearable, for which firmware is made */
            readonly model?: string | null;
            /** @description The samples since the last reading in 5 parts of equal length, oldest first, instead of `samples`: as accurate, in a fifth of the bytes. docs/contract.md, "Parts", defines the numbers and computes the example. */
            readonly parts?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number | null,
                number | null,
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description Air pressure, in hPa */
            readonly pressure?: number | null;
            /** @description Raw samples since the last reading, oldest first (t_ms ascending). They detect falls that one reading per second misses. */
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ] | readonly [
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description True if the sensors work */
            readonly sensors_initialized?: boolean | null;
            /** @description Radio signal strength, stronger towards 0, in dBm */
            readonly signal_strength?: number | null;
            /** @description Blood oxygen saturation, in % */
            readonly spo2?: number | null;
            /** @description Uptime of the device, in ms */
            readonly uptime_ms: number;
            /** @description True if connected by Wi-Fi */
            readonly wifi_connected?: boolean | null;
        };
        /** @description Sensor alerts that escalate */
        readonly SensorRule: {
            /** @description Hours in which they escalate; null: at any time */
            readonly hours?: components["schemas"]["SensorHours"] | null;
            /**
             * @description Type of event
             * @enum {string}
             */
            readonly type: "BED_EXIT" | "DOOR" | "INACTIVITY";
        };
        /** @description Sensor alerts of a patient that escalate */
        readonly SensorRules: {
            /** @description Rules; empty if no sensor alert escalates */
            readonly rules: readonly components["schemas"]["StoredSensorRule"][];
        };
        /** @description Envelope of a success */
        readonly SensorRulesAnswer: {
            readonly data: components["schemas"]["SensorRules"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Sensor alerts of a patient that escalate; replaces the former list */
        readonly SensorRulesChange: {
            /** @description Rules; an alert escalates if one of them fits. Empty: none escalates. */
            readonly rules: readonly components["schemas"]["SensorRule"][];
        };
        /** @description Sensors of a wearable, as its readings show them */
        readonly Sensors: {
            /** @description True if the wearable sends a rotation rate; false also if it is 0 in 60 readings; null until known */
            readonly gyro: boolean | null;
            /** @description Smallest usual range of an accelerometer that contains all values so far; null until known, in g */
            readonly rangeG: number | null;
            /** @description Sampling rate; null until known, and for wearables that send no `samples`, in Hz */
            readonly rateHz: number | null;
            /**
             * @description What each message contains; null before the first
             * @enum {string|null}
             */
            readonly sends: "reading" | "parts" | "samples" | null;
        };
        /** @description Account of a program */
        readonly ServiceAccount: {
            /** @description What was made with the token and outlives it, as far as you may change it */
            readonly created: readonly components["schemas"]["TokenCreation"][];
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the account; also its user name over MQTT
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to a few minutes; null if never
             */
            readonly lastUsedAt: string | null;
            /** @description Name of the account */
            readonly name: string;
            /** @description What the token may be used for */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /** @description Wards whose patients the account is limited to; null for the whole organisation */
            readonly wardIds: readonly string[] | null;
        };
        /** @description Envelope of a page of a list */
        readonly ServiceAccountPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["ServiceAccount"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Service account with its new token */
        readonly ServiceAccountWithToken: {
            /** @description What was made with the token and outlives it, as far as you may change it */
            readonly created: readonly components["schemas"]["TokenCreation"][];
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the account; also its user name over MQTT
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to a few minutes; null if never
             */
            readonly lastUsedAt: string | null;
            /** @description Name of the account */
            readonly name: string;
            /** @description What the token may be used for */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /** @description The token, shown only in this response */
            readonly token: string;
            /** @description Wards whose patients the account is limited to; null for the whole organisation */
            readonly wardIds: readonly string[] | null;
        };
        /** @description Envelope of a success */
        readonly ServiceAccountWithTokenAnswer: {
            readonly data: components["schemas"]["ServiceAccountWithToken"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Session of a user */
        readonly Session: {
            /**
             * Format: date-time
             * @description Time the session was created
             */
            readonly createdAt: string;
            /** @description True for the session of this request */
            readonly current: boolean;
            /**
             * Format: date-time
             * @description Time the session expires
             */
            readonly expiresAt: string;
            /**
             * Format: uuid
             * @description ID of the session
             */
            readonly id: string;
            /** @description IP address of the login; null if unknown */
            readonly ip: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to a few minutes; null if never
             */
            readonly lastUsedAt: string | null;
            /** @description User agent of the login; null if unknown */
            readonly userAgent: string | null;
        };
        /** @description End of the session of a live socket */
        readonly SessionEnding: {
            /**
             * Format: date-time
             * @description Time the session ends and the socket closes, unless the session is renewed
             */
            readonly at: string;
        };
        /** @description Envelope of a success */
        readonly SessionListAnswer: {
            readonly data: readonly components["schemas"]["Session"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What an admin should know about the installation */
        readonly SetupFacts: {
            /** @description Number of active caregivers */
            readonly caregivers: number;
            /** @description Number of confirmed notification channels */
            readonly channels: number;
            /** @description Number of those whose test is overdue */
            readonly overdueChannels: number;
            /** @description Where a phone reaches the service over HTTPS, which its sensors need: the most likely address first; empty without HTTPS */
            readonly phoneUrls: readonly string[];
            /**
             * @description What the limit of requests per minute counts (RATE_LIMIT_BY)
             * @enum {string}
             */
            readonly rateLimitBy: "address" | "session";
            /** @description Whether the limit has refused two people of one IP address */
            readonly sharesAddress: boolean;
            /** @description Reason why an alert now would reach no caregiver outside the console, also while there are no residents; null: it would */
            readonly unreachable: components["schemas"]["ReachabilityWarning"] | null;
        };
        /** @description Envelope of a success */
        readonly SetupFactsAnswer: {
            readonly data: components["schemas"]["SetupFacts"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description One check of a shake test */
        readonly ShakeCheck: {
            /**
             * @description What was checked
             * @enum {string}
             */
            readonly name: "messages" | "rest" | "units" | "gyro" | "impact" | "turning" | "range" | "rate" | "parts";
            /** @description True if it is right */
            readonly ok: boolean;
            /** @description Result for people: the measured value and, if it is wrong, what to do */
            readonly says: string;
        };
        /** @description Shake test of a wearable */
        readonly ShakeTest: {
            /** @description Results so far */
            readonly checks: readonly components["schemas"]["ShakeCheck"][];
            /**
             * Format: date-time
             * @description Time at which the test ends by itself; until then its readings raise no alert
             */
            readonly endsAt: string;
            /**
             * Format: date-time
             * @description Time of the start
             */
            readonly startedAt: string;
            /**
             * @description `waiting`: no reading yet; `timed_out`: not finished within 30 seconds
             * @enum {string}
             */
            readonly state: "waiting" | "running" | "passed" | "failed" | "timed_out";
            /**
             * @description What to do now: leave the wearable still, or shake it; null after the end
             * @enum {string|null}
             */
            readonly step: "still" | "shake" | null;
        };
        /** @description Envelope of a success */
        readonly ShakeTestAnswer: {
            readonly data: components["schemas"]["ShakeTest"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Alerts of a shift */
        readonly ShiftAlerts: {
            /** @description Alerts, without those whose wearers had moved on */
            readonly alerts: number;
            /** @description Those that a caregiver called a false alarm */
            readonly falseAlarms: number;
        };
        /**
         * @description `quiet` after DEVICE_QUIET_SECONDS without a reading, `silent` after the time at which caregivers are alerted, or before the first reading; `none` without a wearable
         * @enum {string}
         */
        readonly SignalState: "live" | "quiet" | "silent" | "none";
        /** @description Single sign-on, for the login page */
        readonly SignOn: {
            /** @description Whether single sign-on is configured */
            readonly enabled: boolean;
            /** @description Name of the provider on the button; null if it is off */
            readonly name: string | null;
            /** @description False: only patients and a few admins log in with a password (PASSWORD_LOGIN) */
            readonly passwordLogin: boolean;
        };
        /** @description Envelope of a success */
        readonly SignOnAnswer: {
            readonly data: components["schemas"]["SignOn"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A login at the provider */
        readonly SignOnAttempt: {
            /** @description Class of the login (`acr`) */
            readonly acr: string | null;
            /** @description Methods of the login (`amr`) */
            readonly amr: readonly string[];
            /**
             * Format: date-time
             * @description Time
             */
            readonly at: string;
            /** @description E-mail address at the provider */
            readonly email: string | null;
            /** @description Groups that the provider gave */
            readonly groups: readonly string[];
            readonly outcome: components["schemas"]["SignOnOutcome"];
            /**
             * @description Role that the groups give
             * @enum {string|null}
             */
            readonly role: "ADMIN" | "CAREGIVER" | null;
            /** @description ID of the person at the provider; null if nobody was named */
            readonly subject: string | null;
            /**
             * Format: uuid
             * @description ID of the account; null without one
             */
            readonly userId: string | null;
            /** @description Name of the account */
            readonly userName: string | null;
            /** @description Wards that the groups give */
            readonly wards: readonly string[];
        };
        /**
         * @description What is wrong with the provider or the settings; null if nothing is
         * @enum {string}
         */
        readonly SignOnFault: "UNREACHABLE" | "CERTIFICATE" | "NOT_A_PROVIDER" | "WRONG_ISSUER" | "WRONG_CLIENT" | "WRONG_REDIRECT" | "WRONG_SCOPE" | "WRONG_REQUEST" | "REFUSED" | "CLOCK" | "BUSY" | "INVALID";
        /**
         * @description What the login brought
         * @enum {string}
         */
        readonly SignOnOutcome: "ENTERED" | "CREATED" | "LINKED" | "ASKED_PASSWORD" | "ASKED_CODE" | "OIDC_NO_GROUP" | "OIDC_TOO_MANY_GROUPS" | "OIDC_NOT_STAFF" | "ACCOUNT_DEACTIVATED" | "OIDC_AWAY" | "OIDC_REFUSED" | "OIDC_LOGIN_REQUIRED" | "OIDC_INVALID" | "OIDC_FLOW_EXPIRED";
        /** @description The provider, as this instance sees it now */
        readonly SignOnProvider: {
            /** @description What it says that it supports; null while it is not known */
            readonly abilities: {
                /** @description Back-channel logout */
                readonly backChannelLogout: boolean;
                /** @description Logout of the person (RP-initiated) */
                readonly endSession: boolean;
                /** @description The claim with the groups; null if the provider does not say */
                readonly groupsClaim: boolean | null;
                /** @description Scope `offline_access`: refresh tokens; null if the provider does not say */
                readonly offlineAccess: boolean | null;
                /** @description PKCE with S256; null if the provider does not say */
                readonly pkce: boolean | null;
            } | null;
            /**
             * Format: date-time
             * @description Since when it does not answer; null while it does
             */
            readonly awaySince: string | null;
            /** @description The fault in the words of the provider or the network */
            readonly detail: string | null;
            /** @description What is wrong with the provider or the settings; null if nothing is */
            readonly fault: components["schemas"]["SignOnFault"] | null;
        };
        /** @description The settings of single sign-on, without secrets */
        readonly SignOnSettings: {
            /** @description OIDC_ADMIN_GROUPS */
            readonly adminGroups: readonly string[];
            /** @description BREAK_GLASS_ADMINS */
            readonly breakGlassAdmins: readonly {
                /** @description Whether this admin has a password or a passkey */
                readonly canLogIn: boolean;
                /** @description E-mail address */
                readonly email: string;
                /** @description Whether an active admin has this address */
                readonly isAdmin: boolean;
            }[];
            /** @description OIDC_CAREGIVER_GROUPS */
            readonly caregiverGroups: readonly string[];
            /** @description OIDC_CLIENT_ID */
            readonly clientId: string | null;
            /** @description OIDC_GROUPS_CLAIM */
            readonly groupsClaim: string;
            /** @description Whether OIDC_CLIENT_SECRET is set */
            readonly hasSecret: boolean;
            /** @description OIDC_ISSUER */
            readonly issuer: string | null;
            /** @description OIDC_NAME */
            readonly name: string;
            /** @description OIDC_OFFLINE_HOURS, in hours */
            readonly offlineHours: number;
            /** @description PASSWORD_LOGIN */
            readonly passwordLogin: boolean;
            /** @description OIDC_PROMPT */
            readonly prompt: string | null;
            /** @description OIDC_REFRESH_SECONDS, in s */
            readonly refreshSeconds: number;
            /**
             * @description OIDC_ROLES
             * @enum {string}
             */
            readonly roles: "follow" | "additive";
            /** @description OIDC_SCOPES */
            readonly scopes: string;
            /** @description OIDC_SECOND_FACTOR */
            readonly secondFactor: boolean;
            /** @description OIDC_WARD_GROUPS */
            readonly wardGroups: readonly {
                /** @description Whether there is a ward with this name */
                readonly exists: boolean;
                /** @description Name of the group */
                readonly group: string;
                /** @description Name of the ward */
                readonly ward: string;
            }[];
        };
        /** @description Single sign-on, for admins */
        readonly SignOnStatus: {
            /** @description Addresses to register at the provider */
            readonly addresses: {
                /** @description Back-channel logout URI */
                readonly backChannelLogout: string;
                /** @description Redirect URI after logout */
                readonly logoutRedirect: string;
                /** @description Redirect URI */
                readonly redirect: string;
            };
            /** @description The last login of each person with each outcome, newest first */
            readonly attempts: readonly components["schemas"]["SignOnAttempt"][];
            /** @description Whether OIDC_ISSUER is set */
            readonly isConfigured: boolean;
            /** @description The provider; null without OIDC_ISSUER */
            readonly provider: components["schemas"]["SignOnProvider"] | null;
            readonly settings: components["schemas"]["SignOnSettings"];
            /** @description Your last test, for ten minutes; null without one */
            readonly trial: components["schemas"]["SignOnTrial"] | null;
        };
        /** @description Envelope of a success */
        readonly SignOnStatusAnswer: {
            readonly data: components["schemas"]["SignOnStatus"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A login as a test; without result and fault while the admin is at the provider */
        readonly SignOnTrial: {
            /**
             * Format: date-time
             * @description Time
             */
            readonly at: string;
            /** @description The fault in the words of the provider or the network */
            readonly detail: string | null;
            /** @description What is wrong with the provider or the settings; null if nothing is */
            readonly fault: components["schemas"]["SignOnFault"] | null;
            /** @description What a login would have brought */
            readonly result: components["schemas"]["SignOnTrialResult"] | null;
        };
        /** @description A login as a test */
        readonly SignOnTrialChoice: {
            /** @description The provider asks for the login although it knows the browser */
            readonly again?: boolean | null;
        };
        /**
         * @description What the login would have brought
         * @enum {string}
         */
        readonly SignOnTrialOutcome: "CREATED" | "ENTERED" | "LINKED" | "ASKED_PASSWORD" | "ASKED_CODE" | "OIDC_NO_GROUP" | "OIDC_TOO_MANY_GROUPS" | "OIDC_NOT_STAFF" | "ACCOUNT_DEACTIVATED";
        /** @description What a login would have brought */
        readonly SignOnTrialResult: {
            /**
             * Format: uuid
             * @description ID of the account; null for a new one
             */
            readonly accountId: string | null;
            /** @description Class of the login (`acr`) */
            readonly acr: string | null;
            /** @description Methods of the login (`amr`) */
            readonly amr: readonly string[];
            /** @description Claims, without those of the protocol */
            readonly claims: readonly {
                /** @description Name */
                readonly name: string;
                /** @description Value; as JSON unless it is a text */
                readonly value: string;
            }[];
            /** @description E-mail address at the provider */
            readonly email: string | null;
            /** @description Groups of the person */
            readonly groups: readonly {
                /** @description Name of the group */
                readonly name: string;
                /**
                 * @description Role that the group gives
                 * @enum {string|null}
                 */
                readonly role: "ADMIN" | "CAREGIVER" | null;
                /** @description Wards that the group gives */
                readonly wards: readonly string[];
            }[];
            /** @description Whether the claim with the groups came */
            readonly hasGroupsClaim: boolean;
            /** @description Whether a refresh token came */
            readonly hasRefreshToken: boolean;
            /** @description Whether the provider says that a second factor was used */
            readonly hasSecondFactor: boolean;
            /** @description Whether the provider says that the address is verified */
            readonly isEmailVerified: boolean;
            /** @description The directory (SCIM) gives role and wards, not these groups */
            readonly isManagedByDirectory: boolean;
            readonly outcome: components["schemas"]["SignOnTrialOutcome"];
            /**
             * @description Role of the account after such a login
             * @enum {string|null}
             */
            readonly role: "ADMIN" | "CAREGIVER" | null;
            /** @description ID of the person at the provider */
            readonly subject: string;
            /** @description Wards that the groups give */
            readonly wards: readonly string[];
        };
        /** @description Where the test goes on */
        readonly SignOnTrialStart: {
            /** @description Address at the provider, which the browser opens as a page; null if the provider has a fault */
            readonly location: string | null;
        };
        /** @description Envelope of a success */
        readonly SignOnTrialStartAnswer: {
            readonly data: components["schemas"]["SignOnTrialStart"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description New account */
        readonly Signup: {
            /** @description E-mail address; stored in lower case */
            readonly email: string;
            /** @description Given name */
            readonly firstName: string;
            /** @description Family name */
            readonly lastName: string;
            /** @description New password: 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&* */
            readonly password: string;
            /** @description Role of the account; default PATIENT. The operator sets the permitted roles (SIGNUP_ROLES). */
            readonly role?: components["schemas"]["SignupRole"] | null;
        };
        /**
         * @description Roles that are open for sign-up
         * @enum {string}
         */
        readonly SignupRole: "PATIENT" | "CAREGIVER";
        /** @description Slot of the next week that stays as it was */
        readonly SkippedSlot: {
            /**
             * Format: date
             * @description Day on which the slot begins
             */
            readonly date: string;
            /** @description Name of the shift */
            readonly name: string;
            readonly reason: components["schemas"]["SkipReason"];
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly shiftId: string;
        };
        /**
         * @description CHANGED: changed by hand before; BUSY: a caregiver is on another shift at that time; NOBODY: nobody is left to copy; BEGUN: it has begun; NO_SLOT: the shift has no slot on that day
         * @enum {string}
         */
        readonly SkipReason: "CHANGED" | "BUSY" | "NOBODY" | "BEGUN" | "NO_SLOT";
        /** @description Incoming SMS, or the status of a sent one. Vigil ignores other fields. */
        readonly SmsHookForm: {
            /** @description Text of the reply; "1" claims the newest fall */
            readonly Body?: string | null;
            /** @description Reason of a failed message, five digits */
            readonly ErrorCode?: string | null;
            /** @description Number of the sender */
            readonly From?: string | null;
            /** @description ID of the message: a reply works once */
            readonly MessageSid?: string | null;
            /** @description With `t`: `delivered`, `undelivered` or `failed` */
            readonly MessageStatus?: string | null;
        };
        /** @description Signal from the wearer over the live socket */
        readonly SocketAnswer: {
            /**
             * @description Signal: `ok` cancels the newest unresolved fall; `help` is an emergency
             * @enum {string}
             */
            readonly answer: "ok" | "help";
            /** @description ID or MAC address of the wearable. If missing, the call is for the wearer alone. */
            readonly deviceId?: string | null;
        };
        /** @description Reading over the live socket */
        readonly SocketReading: {
            /** @description Acceleration along the device's x axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_x: number;
            /** @description Acceleration along the device's y axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_y: number;
            /** @description Acceleration along the device's z axis, including gravity (magnitude at rest about 9.81, not 1), in m/s² */
            readonly accel_z: number;
            /** @description Battery level, in % */
            readonly battery_level?: number | null;
            /** @description True if connected by Bluetooth */
            readonly bluetooth_connected?: boolean | null;
            /** @description True while the wearable is on a charger, where its stillness does not mean that it is not worn */
            readonly charging?: boolean | null;
            /** @description MAC address; optional with a device token */
            readonly device_id?: string | null;
            /** @description Firmware version */
            readonly firmware_version?: string | null;
            /** @description Pressure under the foot, from 0 (none) to 1 (maximum) */
            readonly fsr?: number | null;
            /** @description Rotation about the device's x axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_x: number | null;
            /** @description Rotation about the device's y axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_y: number | null;
            /** @description Rotation about the device's z axis (not rad/s), in °/s; a wearable without a gyro sends null for all three */
            readonly gyro_z: number | null;
            /** @description Heart rate, in bpm */
            readonly heart_rate?: number | null;
            /** @description Idempotency key of the reading, of your choice. One with the key of an earlier reading of the device is a repetition: stored once. */
            readonly idempotency_key?: string | null;
            /** @description Type of the wearable, for which firmware is made */
            readonly model?: string | null;
            /** @description The samples since the last reading in 5 parts of equal length, oldest first, instead of `samples`: as accurate, in a fifth of the bytes. docs/contract.md, "Parts", defines the numbers and computes the example. */
            readonly parts?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number | null,
                number | null,
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description Air pressure, in hPa */
            readonly pressure?: number | null;
            /** @description Raw samples since the last reading, oldest first (t_ms ascending). They detect falls that one reading per second misses. */
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ] | readonly [
                number,
                number,
                number,
                number
            ])[] | null;
            /** @description True if the sensors work */
            readonly sensors_initialized?: boolean | null;
            /** @description Radio signal strength, stronger towards 0, in dBm */
            readonly signal_strength?: number | null;
            /** @description Blood oxygen saturation, in % */
            readonly spo2?: number | null;
            /** @description Uptime of the device, in ms */
            readonly uptime_ms: number;
            /** @description True if connected by Wi-Fi */
            readonly wifi_connected?: boolean | null;
        };
        /** @description Notice to a lead or an admin */
        readonly StaffNotice: {
            /** @description Text */
            readonly body: string;
            /**
             * Format: uuid
             * @description ID of the notice
             */
            readonly id: string;
            readonly kind: components["schemas"]["StaffNoticeKind"];
            /**
             * Format: date-time
             * @description Time at which the board stops showing it
             */
            readonly shownUntil: string;
            /** @description What the notice is about; a later notice with the same subject replaces it */
            readonly subject: string;
            /**
             * Format: date-time
             * @description Time of the notice
             */
            readonly timestamp: string;
            /** @description Headline */
            readonly title: string;
            /**
             * Format: uuid
             * @description ID of the ward; null if the notice concerns no ward
             */
            readonly wardId: string | null;
        };
        /**
         * @description Subject of a notice
         * @enum {string}
         */
        readonly StaffNoticeKind: "ROSTER_GAP" | "ROSTER_SWAP" | "STATION_OFFLINE" | "PIN_LOCKED" | "PAGER_OFFLINE" | "CLOCK_IN_DOUBT" | "PATH_FAILED" | "PATH_RESTORED" | "NEIGHBOUR_DOWN" | "NEIGHBOUR_BACK" | "FIRMWARE_STOPPED" | "SIGN_ON_AWAY" | "PASSWORD_USED";
        /** @description Times from the impact to a stage */
        readonly StageTimes: {
            /** @description The longest, in s */
            readonly max: number;
            /** @description Half of the falls took at most this long, in s */
            readonly p50: number;
            /** @description Nine of ten falls took at most this long, in s */
            readonly p90: number;
        };
        /** @description Station: a tablet that caregivers share */
        readonly Station: {
            /** @description True if it was connected within the last 40 seconds */
            readonly connected: boolean;
            /**
             * Format: date-time
             * @description Time it was created
             */
            readonly createdAt: string;
            /** @description True once a tablet has used the code */
            readonly enrolled: boolean;
            /**
             * Format: date-time
             * @description Time the tablet was enrolled; null before
             */
            readonly enrolledAt: string | null;
            /**
             * Format: uuid
             * @description ID of the station
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time it was last connected; null before the enrolment
             */
            readonly lastSeen: string | null;
            /**
             * Format: date-time
             * @description Time leads and admins were told that it is not connected; else null
             */
            readonly lostAt: string | null;
            /** @description Name of the station */
            readonly name: string;
            /** @description Ward whose board it shows; null: all wards */
            readonly ward: components["schemas"]["WardName"] | null;
        };
        /** @description A caregiver's own copy of an alert */
        readonly StationAlertCopy: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly caregiverId: string;
            /**
             * Format: uuid
             * @description ID of the alert, to acknowledge it
             */
            readonly id: string;
        };
        /** @description Board of a station */
        readonly StationBoard: {
            /** @description Users who may unlock the station with their PIN */
            readonly caregivers: readonly components["schemas"]["StationCaregiver"][];
            /** @description Alerts about wearables, newest first */
            readonly deviceAlerts: readonly components["schemas"]["StationDeviceAlert"][];
            /** @description Unresolved falls of the ward, and falls that the wearer cancelled in the last ten minutes */
            readonly falls: readonly components["schemas"]["OpenFall"][];
            /** @description Handovers that the next shift has not confirmed yet, newest first */
            readonly handovers: readonly components["schemas"]["PinnedHandover"][];
            /** @description Unanswered morning questions about the patients, newest first */
            readonly morningQuestions: readonly components["schemas"]["MorningQuestion"][];
            /** @description Caregivers of the ward on duty */
            readonly onDuty: readonly components["schemas"]["OnDuty"][];
            /** @description Patients of the ward; all patients without a ward */
            readonly people: readonly components["schemas"]["StationPerson"][];
            /** @description Floor plans of the wards on the board */
            readonly plans: readonly components["schemas"]["PlanRevision"][];
            /** @description Number of listed patients whose wearable is quiet or silent */
            readonly quietCount: number;
            /** @description Time without a reading after which a wearable is quiet, in s */
            readonly quietSeconds: number;
            readonly station: components["schemas"]["OwnStation"];
            /** @description Number of patients in all; at most a thousand are listed */
            readonly totalPeople: number;
        };
        /** @description Envelope of a success */
        readonly StationBoardAnswer: {
            readonly data: components["schemas"]["StationBoard"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description User who may unlock a station */
        readonly StationCaregiver: {
            /**
             * Format: uuid
             * @description ID of the user
             */
            readonly id: string;
            /** @description Given and family name of the user */
            readonly name: string;
        };
        /** @description Unacknowledged alert about a wearable */
        readonly StationDeviceAlert: {
            /** @description The alert of each caregiver of the care team */
            readonly alerts: readonly components["schemas"]["StationAlertCopy"][];
            /**
             * Format: uuid
             * @description ID of the wearable; null for another sensor
             */
            readonly deviceId: string | null;
            /** @description Message text for people */
            readonly message: string;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description Severity */
            readonly severity: string;
            /**
             * Format: date-time
             * @description Time
             */
            readonly timestamp: string;
            /** @description Alert type */
            readonly type: string;
        };
        /** @description Station with name */
        readonly StationName: {
            /**
             * Format: uuid
             * @description ID of the station
             */
            readonly id: string;
            /** @description Name of the station at that time */
            readonly name: string;
        };
        /** @description Envelope of a page of a list */
        readonly StationPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["Station"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Patient on the board of a station */
        readonly StationPerson: {
            /** @description Absence; null while the patient is here */
            readonly absence: components["schemas"]["Absence"] | null;
            /**
             * Format: date-time
             * @description End of the last absence, for 15 minutes; null otherwise
             */
            readonly absenceEndedAt: string | null;
            /** @description Battery level; null until reported, in % */
            readonly batteryLevel: number | null;
            /** @description True if the wearable was on a charger at its newest reading */
            readonly charging: boolean;
            /** @description Status of the wearable with the newest reading; null without one */
            readonly deviceStatus: components["schemas"]["DeviceStatus"] | null;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of its newest reading; null if never
             */
            readonly lastSeen: string | null;
            /** @description True if the wearable of an absent patient has moved in the last five minutes */
            readonly moving: boolean;
            /** @description Given and family name of the patient */
            readonly name: string;
            /** @description True if the wearable has not moved for so long that it is probably not worn */
            readonly notWorn: boolean;
            /** @description Reason; null unless the wearable has said that it does not measure for now */
            readonly paused: components["schemas"]["PauseReason"] | null;
            /**
             * Format: date-time
             * @description Time since which it does not measure; null unless paused
             */
            readonly pausedAt: string | null;
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            readonly signal: components["schemas"]["WearableSignal"];
            /** @description Ward in which the patient lives; null without one */
            readonly ward: components["schemas"]["WardName"] | null;
        };
        /** @description Test of a station */
        readonly StationTest: {
            /** @description True if the alarm was seen and heard */
            readonly passed: boolean;
        };
        /** @description Connected station */
        readonly StationWelcome: {
            /**
             * Format: date-time
             * @description Current time of the service
             */
            readonly serverTime: string;
            readonly station: components["schemas"]["StationName"];
        };
        /** @description New station with its enrolment code */
        readonly StationWithCode: {
            /** @description Enrolment code: 8 digits, shown once, for one tablet */
            readonly code: string;
            /**
             * Format: date-time
             * @description Time the code expires
             */
            readonly codeExpiresAt: string;
            /** @description True if it was connected within the last 40 seconds */
            readonly connected: boolean;
            /**
             * Format: date-time
             * @description Time it was created
             */
            readonly createdAt: string;
            /** @description True once a tablet has used the code */
            readonly enrolled: boolean;
            /**
             * Format: date-time
             * @description Time the tablet was enrolled; null before
             */
            readonly enrolledAt: string | null;
            /**
             * Format: uuid
             * @description ID of the station
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time it was last connected; null before the enrolment
             */
            readonly lastSeen: string | null;
            /**
             * Format: date-time
             * @description Time leads and admins were told that it is not connected; else null
             */
            readonly lostAt: string | null;
            /** @description Name of the station */
            readonly name: string;
            /** @description Address that enrols the tablet that opens it, for a QR code */
            readonly url: string;
            /** @description Ward whose board it shows; null: all wards */
            readonly ward: components["schemas"]["WardName"] | null;
        };
        /** @description Envelope of a success */
        readonly StationWithCodeAnswer: {
            readonly data: components["schemas"]["StationWithCode"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description System statistics */
        readonly Statistics: {
            /** @description Number of active wearables */
            readonly activeDevices: number;
            /** @description Number of assignments of patients to caregivers */
            readonly caregiverAssignments: number;
            /** @description Falls that a caregiver closed as CONFIRMED */
            readonly confirmedFalls: number;
            /** @description Counts for the last 30 days, today last */
            readonly fallsByDay: readonly components["schemas"]["DayOfFalls"][];
            /** @description Number of falls today, in the time zone of the organisation; POTENTIAL and above */
            readonly fallsToday: number;
            /** @description Falls that a caregiver closed as FALSE_ALARM */
            readonly falseAlarms: number;
            /** @description Number of patients with a risk score of 75 or more */
            readonly highRiskPatients: number;
            /** @description The wearables with the most false alarms */
            readonly outcomesByDevice: readonly components["schemas"]["DeviceOutcomes"][];
            /**
             * @description Status of the health report
             * @enum {string}
             */
            readonly systemHealth: "HEALTHY" | "DEGRADED" | "UNHEALTHY";
            /** @description Number of accounts, all roles */
            readonly totalUsers: number;
        };
        /** @description Envelope of a success */
        readonly StatisticsAnswer: {
            readonly data: components["schemas"]["Statistics"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Channel of an escalation step
         * @enum {string}
         */
        readonly StepChannel: "webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager";
        /**
         * @description Recipients: the care team on duty (the whole care team, if none is on duty), the assigned caregivers, the members of the patient's ward, the leads of the ward (the admins, if it has none), or the admins
         * @enum {string}
         */
        readonly StepTarget: "on_duty" | "assigned" | "ward" | "ward_leads" | "admins";
        /** @description Sensor alerts that escalate */
        readonly StoredSensorRule: {
            /** @description Hours in which they escalate; null: at any time */
            readonly hours: {
                /** @description Start, HH:MM */
                readonly from: string;
                /** @description End, HH:MM, not included */
                readonly to: string;
            } | null;
            /**
             * @description Type of event
             * @enum {string}
             */
            readonly type: "BED_EXIT" | "DOOR" | "INACTIVITY";
        };
        /** @description Subscription to a patient's live readings */
        readonly Subscription: {
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description True if subscribed */
            readonly subscribed: boolean;
        };
        /** @description Keys from the browser's push subscription */
        readonly SubscriptionKeys: {
            /** @description Secret, 16 bytes in base64url */
            readonly auth: string;
            /** @description Public key, 65 bytes in base64url */
            readonly p256dh: string;
        };
        /** @description Swap of a slot */
        readonly Swap: {
            /**
             * Format: date-time
             * @description Time of the answer; null before
             */
            readonly answeredAt: string | null;
            /**
             * Format: uuid
             * @description ID of the caregiver who asks
             */
            readonly caregiverId: string;
            /**
             * Format: date-time
             * @description Time of the request
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Day on which the slot begins
             */
            readonly date: string;
            /**
             * Format: uuid
             * @description ID of the swap
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description ID of the colleague who is asked
             */
            readonly replacedBy: string;
            /**
             * Format: uuid
             * @description ID of the shift
             */
            readonly shiftId: string;
            readonly state: components["schemas"]["SwapState"];
        };
        /** @description Envelope of a success */
        readonly SwapAnswer: {
            readonly data: components["schemas"]["Swap"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Envelope of a page of a list */
        readonly SwapPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["Swap"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description State of the swap
         * @enum {string}
         */
        readonly SwapState: "OPEN" | "ACCEPTED" | "DECLINED";
        /** @description Alert of a care team about a wearable or from another sensor */
        readonly TeamDeviceAlert: {
            /**
             * Format: uuid
             * @description ID of the wearable; null for another sensor
             */
            readonly deviceId: string | null;
            /** @description Message text for people */
            readonly message: string;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /** @description Severity */
            readonly severity: string;
            /**
             * Format: date-time
             * @description Time
             */
            readonly timestamp: string;
            /** @description Alert type */
            readonly type: string;
        };
        /** @description Temporary password */
        readonly TemporaryPassword: {
            /** @description Temporary password for the first login, shown only once; expires after 7 days */
            readonly temporaryPassword: string;
        };
        /** @description Envelope of a success */
        readonly TemporaryPasswordAnswer: {
            readonly data: components["schemas"]["TemporaryPassword"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What is to be tested, with its last test */
        readonly TestBookEntry: {
            /** @description User who tested it; null without one, and if the account was deleted */
            readonly by: components["schemas"]["Person"] | null;
            /** @description Channel of the person; null for other kinds of tests */
            readonly channel: components["schemas"]["TestedChannel"] | null;
            /**
             * Format: date-time
             * @description Time at which the next test is due; null: never
             */
            readonly dueAt: string | null;
            readonly kind: components["schemas"]["TestKind"];
            /**
             * Format: date-time
             * @description Time of the last test; null without one
             */
            readonly lastAt: string | null;
            /** @description Result of the last test; null without one */
            readonly lastResult: components["schemas"]["TestBookResult"] | null;
            /** @description True once `dueAt` has passed */
            readonly overdue: boolean;
            readonly subject: components["schemas"]["TestSubject"];
            /** @description Owner of the wearable; null for other kinds of tests */
            readonly wearer: components["schemas"]["Person"] | null;
        };
        /** @description Envelope of a page of a list */
        readonly TestBookEntryPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["TestBookEntry"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Result of a test
         * @enum {string}
         */
        readonly TestBookResult: "PASSED" | "FAILED";
        /** @description Notification channel that was tested */
        readonly TestedChannel: {
            /**
             * Format: uuid
             * @description ID of the channel; it may be deleted since
             */
            readonly id: string;
            /**
             * @description Channel kind
             * @enum {string}
             */
            readonly kind: "webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager";
        };
        /**
         * @description What was tested: FALL_TEST: a wearable, by shaking it; HELP_BUTTON: its button; CHANNEL: a notification channel; STATION: a shared tablet; PATH: the path of an alert
         * @enum {string}
         */
        readonly TestKind: "FALL_TEST" | "HELP_BUTTON" | "CHANNEL" | "STATION" | "PATH";
        /** @description Result of a test message */
        readonly TestResult: {
            /** @description True if the message was delivered */
            readonly delivered: boolean;
            /** @description Error; null without one */
            readonly error: string | null;
            /** @description HTTP or SMTP status; null without a response */
            readonly status: number | null;
        };
        /** @description Envelope of a success */
        readonly TestResultAnswer: {
            readonly data: components["schemas"]["TestResult"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Wearable, person, station or the path */
        readonly TestSubject: {
            /**
             * Format: uuid
             * @description ID of the wearable, person or station; a fixed one for the path
             */
            readonly id: string;
            /** @description Given and family name of the wearable, person or station */
            readonly name: string;
        };
        /** @description Entry of a fall's timeline */
        readonly TimelineEntry: {
            /**
             * Format: date-time
             * @description Time when the gateway, push service or mail server took the notification; null if unknown
             */
            readonly acceptedAt?: string | null;
            /**
             * Format: date-time
             * @description Time
             */
            readonly at: string;
            /** @description For `told`: number of the attempt, from 1 */
            readonly attempt?: number;
            /** @description User who did it; null for the service itself */
            readonly by: components["schemas"]["Person"] | null;
            /** @description For `told`: channel kind */
            readonly channel?: string;
            /** @description For `claimed`: estimated time until arrival, in minutes */
            readonly etaMinutes?: number | null;
            /**
             * Format: date-time
             * @description Time when it failed; null unless it did
             */
            readonly failedAt?: string | null;
            /** @description For `learned`: number of false alarms that count for this wearer */
            readonly falseAlarms?: number;
            /** @description ID of the entry */
            readonly id: string;
            /** @description For `detected` and `risen`: the level of the fall */
            readonly level?: string;
            /** @description Note */
            readonly note?: string | null;
            /**
             * Format: date-time
             * @description Time when the person opened it; null if unknown
             */
            readonly openedAt?: string | null;
            /** @description For `told`: `delivered` or `failed`; for `resolved`: the outcome */
            readonly outcome?: string;
            /** @description User who was notified or offered the claim */
            readonly person?: components["schemas"]["Person"] | null;
            /** @description For `repeated`: how often the wearer has called for help */
            readonly presses?: number;
            /** @description For `told` that failed, and for `assisted`: the reason. For `expired`: `left` if the account of the holder was deactivated, or they no longer look after the patient. For `unreceived`: `left` if that is so of everybody who was notified */
            readonly reason?: string;
            /**
             * Format: date-time
             * @description Time when the device reported that it has it; null if unknown
             */
            readonly receivedAt?: string | null;
            /**
             * @description For `learned`: the outcome made the detector less or more sensitive for this wearer
             * @enum {string}
             */
            readonly sensitivity?: "less" | "more";
            readonly sensorEvent?: components["schemas"]["SensorEventType"];
            readonly source?: components["schemas"]["FallSource"];
            readonly station?: components["schemas"]["StationName"];
            /**
             * @description Entry type
             * @enum {string}
             */
            readonly type: "detected" | "risen" | "verified" | "repeated" | "told" | "unreceived" | "claimed" | "released" | "expired" | "assisted" | "offered" | "declined" | "passed" | "resolved" | "corrected" | "amended" | "cancelled" | "learned";
            /** @description For `verified`: `stands` or `moved_on` */
            readonly verification?: string;
        };
        /** @description Envelope of a success */
        readonly TimelineEntryListAnswer: {
            readonly data: readonly components["schemas"]["TimelineEntry"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Something that a program made with an access token */
        readonly TokenCreation: {
            /**
             * Format: date-time
             * @description Time it was made
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the channel or the device
             */
            readonly id: string;
            /** @description Kind of the channel, or name of the device */
            readonly name: string;
            readonly type: components["schemas"]["TokenCreationType"];
        };
        /**
         * @description A notification channel, or the token of a wearable
         * @enum {string}
         */
        readonly TokenCreationType: "CHANNEL" | "DEVICE_TOKEN";
        /** @description Access token with name */
        readonly TokenName: {
            /**
             * Format: uuid
             * @description ID of the access token
             */
            readonly id: string;
            /** @description Name of the token at that time; of a service account, its name */
            readonly name: string;
        };
        /** @description Failure of the service */
        readonly Unhealthy: {
            /**
             * @description Stable error code
             * @constant
             */
            readonly code: "UNAVAILABLE";
            /** @description Error message for people */
            readonly error: string;
            /**
             * @description Critical failure
             * @constant
             */
            readonly status: "UNHEALTHY";
            /**
             * @description The service failed
             * @constant
             */
            readonly success: false;
        };
        /** @description Unlocked station */
        readonly UnlockedStation: {
            /**
             * Format: date-time
             * @description Time the token expires
             */
            readonly expiresAt: string;
            /** @description Token for `Authorization: Bearer <token>`, beside the cookie of the station: claim, release, hand-off, resolve and acknowledge */
            readonly token: string;
        };
        /** @description Envelope of a success */
        readonly UnlockedStationAnswer: {
            readonly data: components["schemas"]["UnlockedStation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description PIN of a caregiver at a station */
        readonly UnlockRequest: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly caregiverId: string;
            /** @description PIN of the caregiver */
            readonly pin: string;
        };
        /** @description Who was not reached in the last night */
        readonly UnreachedNight: {
            /**
             * Format: date-time
             * @description Begin of the night: 18:00 in the time zone of the organisation
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the night: 06:00, or now if that is earlier
             */
            readonly to: string;
            /** @description A person and a fall each, newest falls first */
            readonly unreached: readonly components["schemas"]["UnreachedPerson"][];
        };
        /** @description Envelope of a success */
        readonly UnreachedNightAnswer: {
            readonly data: components["schemas"]["UnreachedNight"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Person who received no notification about a fall */
        readonly UnreachedPerson: {
            /** @description Channels that were tried */
            readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook" | "sms" | "call" | "pager")[];
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly fallId: string;
            /**
             * Format: date-time
             * @description Time of the fall
             */
            readonly fellAt: string;
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly patientId: string;
            /** @description Given and family name of the patient */
            readonly patientName: string;
            /** @description Room of the patient; null if not given */
            readonly patientRoom: string | null;
            /**
             * Format: uuid
             * @description ID of the person
             */
            readonly personId: string;
            /** @description Given and family name of the person */
            readonly personName: string;
        };
        /** @description Account with all fields except its password */
        readonly User: {
            /** @description URL of the profile picture; null if not given */
            readonly avatar: string | null;
            /**
             * Format: date-time
             * @description Time the account was created
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             */
            readonly dateOfBirth: string | null;
            /** @description E-mail address, in lower case */
            readonly email: string;
            /** @description Phone number to call in an emergency; null if not given */
            readonly emergencyContact: string | null;
            /** @description Number of the patient in the home's own system, of no other account; null if not given */
            readonly externalId: string | null;
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            /** @description Chosen language; null for that of the organisation */
            readonly language: components["schemas"]["Language"] | null;
            /**
             * Format: date-time
             * @description Time of the last login; null if never
             */
            readonly lastLogin: string | null;
            /** @description Family name */
            readonly lastName: string;
            /** @description Employer; null if not given */
            readonly organization: string | null;
            /** @description New e-mail address until it is confirmed; absent if there is none */
            readonly pendingEmail?: string;
            /** @description Phone number; null if not given */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            /** @description Specialization; null if not given */
            readonly specialization: string | null;
            readonly status: components["schemas"]["AccountStatus"];
            /**
             * Format: date-time
             * @description Time of the last change
             */
            readonly updatedAt: string;
        };
        /** @description Envelope of a success */
        readonly UserAnswer: {
            readonly data: components["schemas"]["User"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Changed fields of a user */
        readonly UserChange: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             */
            readonly dateOfBirth?: string | null;
            /** @description E-mail address; stored in lower case */
            readonly email?: string;
            /** @description Given name */
            readonly firstName?: string;
            /** @description Family name */
            readonly lastName?: string;
            /** @description Phone number, in any notation */
            readonly phone?: string | null;
            readonly status?: components["schemas"]["AccountStatus"];
        };
        /** @description Envelope of a page of a list */
        readonly UserPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["User"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Detected fall, judged again about 10 s after the impact: `pending`, then `stands`, or `moved_on` if the wearer has moved on, so that no channel rings
         * @enum {string}
         */
        readonly Verification: "pending" | "stands" | "moved_on";
        /** @description Verification of an e-mail address or a number */
        readonly VerificationRequest: {
            /** @description The 6-digit code from the mail, SMS or call */
            readonly code: string;
        };
        /** @description Latest vital signs */
        readonly Vitals: {
            /** @description Blood pressure; always null, because no wearable measures it */
            readonly bloodPressure: string | null;
            /** @description Heart rate; null until reported, in bpm */
            readonly heartRate: number | null;
            /** @description Blood oxygen saturation; null until reported, in % */
            readonly oxygenSaturation: number | null;
        };
        /** @description State of a call. Vigil ignores other fields. */
        readonly VoiceHookForm: {
            /** @description Who answered: `human`, `machine_start`, `fax` */
            readonly AnsweredBy?: string | null;
            /** @description With `event=status`: `completed`, `busy`, `no-answer`, `failed`, `canceled` */
            readonly CallStatus?: string | null;
            /** @description With `event=key`: 1 takes over, 2 passes on */
            readonly Digits?: string | null;
        };
        /** @description Ward of the home */
        readonly Ward: {
            /** @description Number of members */
            readonly caregivers: number;
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly id: string;
            /** @description Leads of the ward */
            readonly leads: readonly components["schemas"]["WardLead"][];
            /** @description Name */
            readonly name: string;
            /** @description Members who are on duty now */
            readonly onDuty: readonly components["schemas"]["OnDutyInWard"][];
            /** @description Number of patients in the ward */
            readonly patients: number;
        };
        /** @description Alerts of the last 7 days, today included, by shift */
        readonly WardAlerts: {
            readonly EARLY: components["schemas"]["ShiftAlerts"];
            readonly LATE: components["schemas"]["ShiftAlerts"];
            readonly NIGHT: components["schemas"]["ShiftAlerts"];
        };
        /** @description Envelope of a success */
        readonly WardAnswer: {
            readonly data: components["schemas"]["Ward"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Caregiver who can be added to a ward */
        readonly WardCandidate: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Given and family name of the caregiver */
            readonly name: string;
        };
        /** @description Envelope of a page of a list */
        readonly WardCandidatePage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["WardCandidate"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description New name of a ward */
        readonly WardChange: {
            /** @description Name of the ward, unique */
            readonly name: string;
        };
        /** @description Waking minutes of yesterday, of all residents together */
        readonly WardCoverage: {
            /** @description Without a reading */
            readonly blindMinutes: number;
            /** @description With a reading that arrived at its time */
            readonly connectedMinutes: number;
        };
        /** @description Escalation policy of a ward */
        readonly WardEscalation: {
            /** @description True if the ward has no policy of its own and the organisation's applies */
            readonly inherited: boolean;
            readonly repeats: components["schemas"]["EscalationRepeats"];
            /** @description Steps, in order of time */
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description Envelope of a success */
        readonly WardEscalationAnswer: {
            readonly data: components["schemas"]["WardEscalation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Lead of a ward */
        readonly WardLead: {
            /**
             * Format: uuid
             * @description ID of the caregiver
             */
            readonly id: string;
            /** @description Given and family name of the caregiver */
            readonly name: string;
        };
        /** @description Limits of a ward */
        readonly WardLimits: {
            /** @description Time without readings after which caregivers are alerted, in minutes */
            readonly deviceSilentMinutes: number;
            /** @description True if they are those of the organisation and the settings */
            readonly inherited: boolean;
            readonly own: components["schemas"]["OwnWardLimits"];
            readonly sensitivity: components["schemas"]["Sensitivity"];
            /** @description True if detected falls are judged again before channels ring, so that a wearer who has moved on rings nobody */
            readonly verify: boolean;
        };
        /** @description Envelope of a success */
        readonly WardLimitsAnswer: {
            readonly data: components["schemas"]["WardLimits"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Changed limits; null resets a limit to that of the organisation or the settings */
        readonly WardLimitsChange: {
            /** @description Time without readings after which caregivers are alerted, in minutes */
            readonly deviceSilentMinutes?: number | null;
            /** @description How sure the detector must be to alert: `fewer` alerts, `standard`, or `more`. Never affects calls for help, CONFIRMED and other sensors */
            readonly sensitivity?: components["schemas"]["Sensitivity"] | null;
            /** @description True if detected falls are judged again before channels ring, so that a wearer who has moved on rings nobody */
            readonly verify?: boolean | null;
        };
        /** @description Ward with name */
        readonly WardName: {
            /**
             * Format: uuid
             * @description ID of the ward
             */
            readonly id: string;
            /** @description Name of the ward */
            readonly name: string;
        };
        /** @description Envelope of a page of a list */
        readonly WardPage: {
            /** @description Records of this page; empty after the last page */
            readonly data: readonly components["schemas"]["Ward"][];
            readonly pagination: components["schemas"]["Pagination"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Floor plan of a ward */
        readonly WardPlan: {
            /** @description Picture behind the rooms; null without one */
            readonly picture: components["schemas"]["PlanPicture"] | null;
            /** @description Number of changes; 0 for a ward without a plan */
            readonly revision: number;
            /** @description Rooms with a place on the plan */
            readonly rooms: readonly components["schemas"]["PlacedRoom"][];
        };
        /** @description Envelope of a success */
        readonly WardPlanAnswer: {
            readonly data: components["schemas"]["WardPlan"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Change of the floor plan of a ward */
        readonly WardPlanChange: {
            /** @description New picture in base64: PNG, JPEG or WebP of at most 1 MiB and 4096 × 4096 pixels; null removes it */
            readonly picture?: string | null;
            /** @description Revision that the change is based on */
            readonly revision: number;
            /** @description All rooms with a place on the plan; replaces those before */
            readonly rooms?: readonly components["schemas"]["PlacedRoom"][];
        };
        /** @description Test message to all caregivers of a ward */
        readonly WardRing: {
            /** @description Members of the ward by name; none without a ring */
            readonly people: readonly components["schemas"]["RungPerson"][];
            /**
             * Format: date-time
             * @description Time of the last ring, within an hour; null without one
             */
            readonly rungAt: string | null;
        };
        /** @description Envelope of a success */
        readonly WardRingAnswer: {
            readonly data: components["schemas"]["WardRing"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Signal of a patient's wearable */
        readonly WearableSignal: {
            /**
             * Format: date-time
             * @description Time of the newest reading; null without one
             */
            readonly since: string | null;
            readonly state: components["schemas"]["SignalState"];
        };
        /** @description Wearable whose battery does not last */
        readonly WearableToCharge: {
            /**
             * Format: date-time
             * @description Time of that level
             */
            readonly batteryAt: string;
            /** @description Battery level, in % */
            readonly batteryLevel: number;
            /** @description True if the wearable was on a charger at its newest reading */
            readonly charging: boolean;
            /**
             * Format: date-time
             * @description When the battery is empty at that rate; null if unknown
             */
            readonly emptyAt: string | null;
            /**
             * Format: uuid
             * @description ID of the device
             */
            readonly id: string;
            /** @description Name of the device */
            readonly name: string;
            /** @description Discharge a day, over the last three days; null if too little is known, in % */
            readonly perDay: number | null;
            readonly wearer: components["schemas"]["WearerToVisit"];
        };
        /** @description Wearer of a device */
        readonly Wearer: {
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /** @description Given and family name of the wearer */
            readonly name: string;
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            /**
             * Format: uuid
             * @description ID of the ward; null without one
             */
            readonly wardId: string | null;
        };
        /** @description How earlier false alarms of the wearer lowered the confidence; absent if they did not */
        readonly WearerAdjustment: {
            /** @description The detector's own confidence, from 0 to 1 */
            readonly detectorConfidence: number;
            /** @description Number of false alarms that counted */
            readonly falseAlarms: number;
            /** @description Offset that was added to the detector's confidence, in log-odds */
            readonly offset: number;
        };
        /** @description Signal from the wearer */
        readonly WearerAnswer: {
            /**
             * @description Signal: `ok` cancels the newest unresolved fall; `help` is an emergency
             * @enum {string}
             */
            readonly answer: "ok" | "help";
        };
        /** @description What the detector has learned about a patient */
        readonly WearerDetector: {
            /** @description The detector's own confidence above which caregivers are alerted; 0.5 is the standard */
            readonly alertThreshold: number;
            /** @description Number of false alarms that count */
            readonly falseAlarms: number;
            /** @description Time in which the offset halves without new outcomes, in days */
            readonly halfLifeDays: number;
            /** @description Bound of the offset, in log-odds */
            readonly lowestOffset: number;
            /** @description Effect in words */
            readonly meaning: string;
            /** @description Offset that is added to the detector's confidence now; 0 for the standard sensitivity, in log-odds */
            readonly offset: number;
            /** @description Number of real falls that count */
            readonly realFalls: number;
            /**
             * Format: date-time
             * @description Time of the last reset; null without one
             */
            readonly resetAt: string | null;
            /**
             * Format: date-time
             * @description Time of the first outcome that counts; null without one
             */
            readonly since: string | null;
            /** @description State in words */
            readonly summary: string;
            /**
             * Format: date-time
             * @description Time of the last change; null without one
             */
            readonly updatedAt: string | null;
        };
        /** @description Envelope of a success */
        readonly WearerDetectorAnswer: {
            readonly data: components["schemas"]["WearerDetector"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Fall, as its wearer's device shows it */
        readonly WearerFall: {
            /**
             * Format: date-time
             * @description Time of the impact that set the level; later if the level rises
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description ID of the fall
             */
            readonly fallId: string;
            readonly level: components["schemas"]["FallLevel"];
            readonly response: components["schemas"]["Response"];
            readonly source: components["schemas"]["FallSource"];
        };
        /** @description Envelope of a success */
        readonly WearerFallAnswer: {
            /** @description Fall, as its wearer's device shows it */
            readonly data: components["schemas"]["WearerFall"] | null;
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Wearer of the device */
        readonly WearerIdentity: {
            /** @description Given name */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description ID of the account
             */
            readonly id: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description Wearer of the device */
        readonly WearerToVisit: {
            /**
             * Format: uuid
             * @description ID of the patient
             */
            readonly id: string;
            /** @description Given and family name of the wearer */
            readonly name: string;
            /** @description Room of the patient; null if not given */
            readonly room: string | null;
            /**
             * Format: uuid
             * @description ID of the ward; null without one
             */
            readonly wardId: string | null;
        };
        /** @description Webhook of the organisation */
        readonly Webhook: {
            /**
             * Format: date-time
             * @description Time it was added
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time it was disabled after failures; null while it works
             */
            readonly disabledAt: string | null;
            /** @description Event types to send */
            readonly events: readonly components["schemas"]["FeedEvent"][];
            /** @description Format of the events; null for JSON of Vigil's own */
            readonly format: components["schemas"]["WebhookFormat"] | null;
            /**
             * Format: uuid
             * @description ID of the webhook
             */
            readonly id: string;
            /** @description Error of the last attempt; null without one */
            readonly lastError: string | null;
            /** @description Target URL */
            readonly url: string;
        };
        /**
         * @description Format of the events: `fhir` is a notification Bundle of FHIR R4
         * @enum {string}
         */
        readonly WebhookFormat: "fhir";
        /** @description Envelope of a success */
        readonly WebhookListAnswer: {
            readonly data: readonly components["schemas"]["Webhook"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What a copy of a week has changed */
        readonly WeekCopied: {
            /** @description Slots of the next week whose caregivers are now those of the week */
            readonly copied: number;
            /** @description Slots that stay as they were, by day */
            readonly skipped: readonly components["schemas"]["SkippedSlot"][];
            /** @description Slots that have the same caregivers already */
            readonly unchanged: number;
        };
        /** @description Envelope of a success */
        readonly WeekCopiedAnswer: {
            readonly data: components["schemas"]["WeekCopied"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Week of a roster that is copied to the next */
        readonly WeekToCopy: {
            /**
             * Format: date
             * @description Its Monday
             */
            readonly from: string;
        };
        /** @description Connected user */
        readonly Welcome: {
            /** @description ID of the user's newest event; 0 without one */
            readonly lastEventId: number;
            /**
             * Format: date-time
             * @description Current time of the service
             */
            readonly serverTime: string;
            /**
             * Format: date-time
             * @description End of the session, unless it is renewed (`POST /auth/renew`), or of the access token; null if never
             */
            readonly sessionEndsAt: string | null;
            readonly user: components["schemas"]["CallerIdentity"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Suggested file name, where the answer is a file */
        readonly "Content-Disposition": string;
        /** @description Tag of the file; with it in `If-None-Match`, the answer is 304 while the file is the same */
        readonly ETag: string;
        /** @description Where the browser goes on: a path of the service, or the provider of single sign-on */
        readonly Location: string;
        /** @description Seconds to wait before a retry */
        readonly "Retry-After": number;
        /** @description The cookie of a session (`access_token`) or of a station (`station_token`), HttpOnly and SameSite=Strict; empty when the session ends. Of a login at the provider: `login_flow`, `login_flow_0` to `login_flow_15`, SameSite=Lax */
        readonly "Set-Cookie": string;
        /** @description Requests per minute and address; missing if the limit is off */
        readonly "X-RateLimit-Limit": number;
        /** @description Requests left; missing if the limit is off */
        readonly "X-RateLimit-Remaining": number;
        /** @description Time the limit resets, in seconds since 1970; missing if the limit is off */
        readonly "X-RateLimit-Reset": number;
        /** @description ID of the request, also in the service's log; the client's own `X-Request-Id` if it has 1 to 64 letters, digits, `_`, `.`, `:` or `-` */
        readonly "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listDevices: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Only devices whose name or MAC address, or whose wearer’s name or room contains this */
                readonly search?: string;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "macAddress" | "mac_address" | "lastSeen" | "last_seen" | "batteryLevel" | "battery_level" | "firmwareVersion" | "firmware_version";
                /** @description Only devices of this status */
                readonly status?: components["schemas"]["DeviceStatus"];
                /** @description Only devices of patients of this ward */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetDevicePage"];
                };
            };
        };
    };
    readonly disableDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceAnswer"];
                };
            };
        };
    };
    readonly enableDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceAnswer"];
                };
            };
        };
    };
    readonly getDirectoryStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DirectoryStatusAnswer"];
                };
            };
        };
    };
    readonly getEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EscalationPolicyAnswer"];
                };
            };
        };
    };
    readonly updateEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EscalationChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EscalationPolicyAnswer"];
                };
            };
        };
    };
    readonly listAllFalls: {
        readonly parameters: {
            readonly query?: {
                /** @description Start, inclusive: a time, or a date for the start of that day in the time zone of the organisation */
                readonly dateFrom?: string | unknown | unknown;
                /** @description End, inclusive: a time, or a date for the end of that day in the time zone of the organisation; not before dateFrom */
                readonly dateTo?: string | unknown | unknown;
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Only falls of this patient */
                readonly patientId?: string;
                /** @description Same as `status`, by the name that alerts use */
                readonly severity?: components["schemas"]["FallLevel"];
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "isTest" | "is_test" | "responded" | "responseTime" | "response_time" | "response" | "verification" | "userId" | "user_id" | "patientName" | "patient_name" | "deviceId" | "device_id" | "witnessed" | "injuries" | "investigation";
                /** @description Only falls of this level */
                readonly status?: components["schemas"]["FallLevel"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdminFallPage"];
                };
            };
        };
    };
    readonly investigateFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvestigationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvestigatedFallAnswer"];
                };
            };
        };
    };
    readonly getLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionLimitsAnswer"];
                };
            };
        };
    };
    readonly updateLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DetectionLimitsChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionLimitsAnswer"];
                };
            };
        };
    };
    readonly listAuditTrail: {
        readonly parameters: {
            readonly query?: {
                /** @description Only entries with this action */
                readonly action?: string;
                /** @description Only actions of this user */
                readonly actorId?: string;
                /** @description Start, inclusive: a time, or a date for the start of that day in the time zone of the organisation */
                readonly dateFrom?: string | unknown | unknown;
                /** @description End, inclusive: a time, or a date for the end of that day in the time zone of the organisation; not before dateFrom */
                readonly dateTo?: string | unknown | unknown;
                /** @description Only entries of this level */
                readonly level?: components["schemas"]["LogLevel"];
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "level" | "action" | "outcome" | "message" | "actorId" | "actor_id" | "actorName" | "actor_name" | "subjectId" | "subject_id" | "subjectName" | "subject_name" | "ip" | "station" | "token" | "hash";
                /** @description Only entries about this user */
                readonly subjectId?: string;
                /** @description Only entries about patients and members of this ward */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditLinePage"];
                };
            };
        };
    };
    readonly runMaintenance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MaintenanceRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MaintenanceReportAnswer"];
                };
            };
        };
    };
    readonly getOperations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperationsReportAnswer"];
                };
            };
        };
    };
    readonly getOrganisation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrganisationAnswer"];
                };
            };
        };
    };
    readonly updateOrganisation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrganisationChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrganisationAnswer"];
                };
            };
        };
    };
    readonly getPath: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PathReportAnswer"];
                };
            };
        };
    };
    readonly createResident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewResident"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedPatientAnswer"];
                };
            };
        };
    };
    readonly listServiceAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "lastUsedAt" | "last_used_at";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceAccountPage"];
                };
            };
        };
    };
    readonly createServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewServiceAccount"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceAccountWithTokenAnswer"];
                };
            };
        };
    };
    readonly deleteServiceAccount: {
        readonly parameters: {
            readonly query?: {
                /** @description Also ends what was made with the token */
                readonly endCreated?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the service account */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly renewServiceAccountToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the service account */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceAccountWithTokenAnswer"];
                };
            };
        };
    };
    readonly getSetupFacts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetupFactsAnswer"];
                };
            };
        };
    };
    readonly getSignOnStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignOnStatusAnswer"];
                };
            };
        };
    };
    readonly trySignOn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["SignOnTrialChoice"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignOnTrialStartAnswer"];
                };
            };
        };
    };
    readonly getStatistics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StatisticsAnswer"];
                };
            };
        };
    };
    readonly listTestAlerts: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "isTest" | "is_test" | "responded" | "responseTime" | "response_time" | "userId" | "user_id" | "patientName" | "patient_name";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecentFallPage"];
                };
            };
        };
    };
    readonly triggerTestAlert: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewTestAlert"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordedFallAnswer"];
                };
            };
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Only users of this role */
                readonly role?: components["schemas"]["Role"];
                /** @description Only users whose name or e-mail address contains this */
                readonly search?: string;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "role" | "status" | "phone" | "dateOfBirth" | "date_of_birth" | "avatar" | "language" | "emergencyContact" | "emergency_contact" | "room" | "externalId" | "external_id" | "specialization" | "organization" | "updatedAt" | "updated_at" | "lastLogin" | "last_login";
                /** @description Only users with this account status */
                readonly status?: components["schemas"]["AccountStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    readonly getUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    readonly updateUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UserChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    readonly deleteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getDirectoryEntry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DirectoryEntryAnswer"];
                };
            };
        };
    };
    readonly handOverToDirectory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["HandOver"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DirectoryEntryAnswer"];
                };
            };
        };
    };
    readonly takeBackFromDirectory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly resetUserPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TemporaryPasswordAnswer"];
                };
            };
        };
    };
    readonly changeUserRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the user */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RoleChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookListAnswer"];
                };
            };
        };
    };
    readonly addWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWebhook"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedWebhookAnswer"];
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the webhook */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the webhook */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestResultAnswer"];
                };
            };
        };
    };
    readonly getAsyncApiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AsyncApiDocument"];
                };
            };
        };
    };
    readonly requestPasswordReset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ForgottenPassword"];
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly logIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Login"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IdentityWithTokenAnswer"];
                };
            };
        };
    };
    readonly logOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoggedOutAnswer"];
                };
            };
        };
    };
    readonly getSignOn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignOnAnswer"];
                };
            };
        };
    };
    readonly logOutByProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BackChannelLogout"];
                readonly "application/x-www-form-urlencoded": components["schemas"]["BackChannelLogout"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly finishSignOn: {
        readonly parameters: {
            readonly query?: {
                /** @description Authorization code */
                readonly code?: string;
                /** @description Error of the provider */
                readonly error?: string;
                /** @description Description of the error */
                readonly error_description?: string;
                /** @description Issuer (RFC 9207) */
                readonly iss?: string;
                /** @description State of the login */
                readonly state?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: never;
    };
    readonly linkSignOn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkLogin"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IdentityWithTokenAnswer"];
                };
            };
        };
    };
    readonly beginSignOn: {
        readonly parameters: {
            readonly query?: {
                /** @description Recent authentication of the session instead of a new one: the provider asks again */
                readonly reauthenticate?: boolean;
                /** @description Path of the console to go back to; any other address counts as `/` */
                readonly returnTo?: string;
                /** @description The provider asks nothing: works only while it has a session of the browser */
                readonly silent?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: never;
    };
    readonly logInWithPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasskeyLogin"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IdentityWithTokenAnswer"];
                };
            };
        };
    };
    readonly offerPasskeyLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasskeyLoginRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeyRequestOptionsAnswer"];
                };
            };
        };
    };
    readonly reauthenticate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Reauthentication"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReauthenticatedAnswer"];
                };
            };
        };
    };
    readonly renewSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RenewedSessionWithTokenAnswer"];
                };
            };
        };
    };
    readonly resetPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordReset"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly signUp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Signup"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewAccountWithTokenAnswer"];
                };
            };
        };
    };
    readonly getBoard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BoardAnswer"];
                };
            };
        };
    };
    readonly readCalendarFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Secret part of the address, with or without `.ics` */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/calendar; charset=utf-8": string;
                };
            };
        };
    };
    readonly listCaregivers: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status" | "phone" | "specialization" | "organization" | "patients" | "activeAlerts" | "active_alerts";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CaregiverPage"];
                };
            };
        };
    };
    readonly createCaregiver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewCaregiver"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedCaregiverAnswer"];
                };
            };
        };
    };
    readonly getCaregiver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CaregiverAnswer"];
                };
            };
        };
    };
    readonly updateCaregiver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CaregiverChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CaregiverAnswer"];
                };
            };
        };
    };
    readonly deleteCaregiver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAssignedPatients: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "email" | "room" | "healthScore" | "health_score" | "lastActive" | "last_active" | "devices" | "recentFalls" | "recent_falls";
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AssignedPatientPage"];
                };
            };
        };
    };
    readonly assignPatient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewAssignment"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AssignmentAnswer"];
                };
            };
        };
    };
    readonly unassignPatient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly id: string;
                /** @description ID of the patient */
                readonly patientId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAlerts: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "severity" | "type" | "patientName" | "patient_name" | "acknowledged" | "message" | "outcome" | "patientId" | "patient_id" | "patientRoom" | "patient_room" | "fallId" | "fall_id" | "deviceId" | "device_id" | "isTest" | "is_test" | "response" | "verification";
                /** @description Only alerts with this status; default `active` (not acknowledged) */
                readonly status?: "active" | "acknowledged" | "all";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JudgedAlertPage"];
                };
            };
        };
    };
    readonly acknowledgeAlert: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the alert */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AcknowledgeRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JudgedAlertAnswer"];
                };
            };
        };
    };
    readonly getOwnCaregiverProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CaregiverAnswer"];
                };
            };
        };
    };
    readonly getOwnCalendarFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CalendarFeedAnswer"];
                };
            };
        };
    };
    readonly renewOwnCalendarFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CalendarFeedAnswer"];
                };
            };
        };
    };
    readonly startShift: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewShift"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OnDutyAnswer"];
                };
            };
        };
    };
    readonly endShift: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listOnDuty: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OnDutyListAnswer"];
                };
            };
        };
    };
    readonly listReachability: {
        readonly parameters: {
            readonly query?: {
                /** @description Only members of this ward */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReachablePersonListAnswer"];
                };
            };
        };
    };
    readonly listUnreached: {
        readonly parameters: {
            readonly query?: {
                /** @description Only falls of patients of this ward */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnreachedNightAnswer"];
                };
            };
        };
    };
    readonly listConversations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConversationListAnswer"];
                };
            };
        };
    };
    readonly markConversationRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the other user of the conversation */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadConversationAnswer"];
                };
            };
        };
    };
    readonly getDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceAnswer"];
                };
            };
        };
    };
    readonly deleteDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No content */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly answerAsWearer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WearerAnswer"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly submitBacklog: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Backlog"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BacklogOutcomeAnswer"];
                };
            };
        };
    };
    readonly getFallOfWearer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WearerFallAnswer"];
                };
            };
        };
    };
    readonly listDeviceLogs: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 20, maximum 100 */
                readonly limit?: number;
                /** @description Only entries of this type */
                readonly logType?: "error" | "warning" | "info";
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "type" | "message";
            };
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceLogEntryPage"];
                };
            };
        };
    };
    readonly listLowScores: {
        readonly parameters: {
            readonly query: {
                /** @description Starts of the hours in UTC, separated by commas; at most 31 */
                readonly hours: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LowScoreListAnswer"];
                };
            };
        };
    };
    readonly moveDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeviceMove"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceWithTokenAnswer"];
                };
            };
        };
    };
    readonly pauseDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DevicePause"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DevicePauseAnswer"];
                };
            };
        };
    };
    readonly getDeviceReadings: {
        readonly parameters: {
            readonly query?: {
                /** @description Start, inclusive; default an hour, a day or 30 days before `to`, by resolution. Must be before `to`. */
                readonly from?: string;
                /** @description One point per reading (`raw`, the default), minute or hour */
                readonly resolution?: "raw" | "minute" | "hour";
                /** @description End, exclusive; default now */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryPointListAnswer"];
                };
            };
        };
    };
    readonly getShakeTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShakeTestAnswer"];
                };
            };
        };
    };
    readonly startShakeTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShakeTestAnswer"];
                };
            };
        };
    };
    readonly getDeviceStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceStatusViewAnswer"];
                };
            };
        };
    };
    readonly replaceDeviceToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceTokenAnswer"];
                };
            };
        };
    };
    readonly getDeviceUpdate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareOfferAnswer"];
                };
            };
        };
    };
    readonly reportDeviceUpdate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID or MAC address of the wearable */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FirmwareReport"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareRecordedAnswer"];
                };
            };
        };
    };
    readonly submitReading: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Idempotency key of the reading. A reading of the same device with the same key within 10 minutes is a repetition: same response, stored once. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SensorReading"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AssessmentAnswer"];
                };
            };
        };
    };
    readonly getEscalationReach: {
        readonly parameters: {
            readonly query?: {
                /** @description The patient whose policy it is about */
                readonly patientId?: string;
                /** @description The ward whose policy it is about */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EscalationReachListAnswer"];
                };
            };
        };
    };
    readonly listFalls: {
        readonly parameters: {
            readonly query?: {
                /** @description Only falls of this period, in days */
                readonly days?: number;
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "isTest" | "is_test" | "responded" | "responseTime" | "response_time" | "response" | "verification";
                /** @description Only falls of this level */
                readonly status?: components["schemas"]["FallLevel"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedFallPage"];
                };
            };
        };
    };
    readonly reportFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewFall"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordedFallAnswer"];
                };
            };
        };
    };
    readonly getFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly assistFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AssistRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly claimFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly listFallDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDeliveryListAnswer"];
                };
            };
        };
    };
    readonly handOffFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["HandOffRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly declineHandOff: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly cancelFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly correctOutcome: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly releaseFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly getIncidentReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IncidentReportAnswer"];
                };
            };
        };
    };
    readonly updateIncidentReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["IncidentReportChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IncidentReportAnswer"];
                };
            };
        };
    };
    readonly signIncidentReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["IncidentReportSignature"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IncidentReportAnswer"];
                };
            };
        };
    };
    readonly resolveFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly getFallTimeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the fall */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TimelineEntryListAnswer"];
                };
            };
        };
    };
    readonly listRecentFalls: {
        readonly parameters: {
            readonly query?: {
                /** @description Only falls of this period; default 24, in hours */
                readonly hours?: number;
                /** @description Records per page; default 20, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "isTest" | "is_test" | "responded" | "responseTime" | "response_time" | "userId" | "user_id" | "patientName" | "patient_name";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecentFallPage"];
                };
            };
        };
    };
    readonly listFirmware: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareImageListAnswer"];
                };
            };
        };
    };
    readonly uploadFirmware: {
        readonly parameters: {
            readonly query: {
                /** @description Default: it is for wearables that report no model */
                readonly model?: string;
                /** @description Ed25519 signature of `vigil-update <version> <size> <sha256>`, base64 */
                readonly signature: string;
                /** @description Firmware version, as the readings of the wearable report it */
                readonly version: string;
            };
            readonly header?: {
                /** @description Has no effect: a repeated upload is recognised by its version and content. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareImageAnswer"];
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareImageAnswer"];
                };
            };
        };
    };
    readonly deleteFirmware: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the image */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No content */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listFirmwareDevices: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "since" | "state" | "name";
                /** @description Only wearables in this state */
                readonly state?: components["schemas"]["FirmwareState"];
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the image */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareDevicePage"];
                };
            };
        };
    };
    readonly getFirmwareImage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the image */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
        };
    };
    readonly rollOutFirmware: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the image */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FirmwareRollout"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareImageAnswer"];
                };
            };
        };
    };
    readonly listFirmwareVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirmwareVersionListAnswer"];
                };
            };
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HealthReportAnswer"];
                };
            };
        };
    };
    readonly callForHelp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly smsHook: {
        readonly parameters: {
            readonly query?: {
                /** @description Secret of the message or call, in the address that Vigil has sent to the gateway */
                readonly t?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["SmsHookForm"];
            };
        };
        readonly responses: {
            /** @description TwiML: what the gateway says or sends */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/xml": string;
                };
            };
        };
    };
    readonly voiceHook: {
        readonly parameters: {
            readonly query?: {
                /** @description A pressed key or the status of the call; the start of the call without it */
                readonly event?: "key" | "status";
                /** @description Secret of the message or call, in the address that Vigil has sent to the gateway */
                readonly t?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["VoiceHookForm"];
            };
        };
        readonly responses: {
            /** @description TwiML: what the gateway says or sends */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/xml": string;
                };
            };
        };
    };
    readonly getCurrentUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CurrentUserAnswer"];
                };
            };
        };
    };
    readonly listMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Only messages to and from this user */
                readonly conversationWith?: string;
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "senderId" | "sender_id" | "recipientId" | "recipient_id" | "content" | "type" | "read";
                /** @description Only unread received messages */
                readonly unreadOnly?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessagePage"];
                };
            };
        };
    };
    readonly sendMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewMessage"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageAnswer"];
                };
            };
        };
    };
    readonly getMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the message */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageAnswer"];
                };
            };
        };
    };
    readonly markMessageRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the message */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageAnswer"];
                };
            };
        };
    };
    readonly listMorningQuestions: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "at" | "askedAt" | "asked_at";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MorningQuestionPage"];
                };
            };
        };
    };
    readonly answerMorningQuestion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the question */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnswerToQuestion"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MorningQuestionAnswer"];
                };
            };
        };
    };
    readonly getOpenApiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
        };
    };
    readonly listPatients: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status";
                /** @description Only patients with this account status */
                readonly status?: components["schemas"]["AccountStatus"];
                /** @description Only patients of this ward, for caregivers those in the caller's care */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedPatientPage"];
                };
            };
        };
    };
    readonly createPatient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPatient"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedPatientAnswer"];
                };
            };
        };
    };
    readonly getPatient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientAnswer"];
                };
            };
        };
    };
    readonly updatePatient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PatientChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientAnswer"];
                };
            };
        };
    };
    readonly deletePatient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly setAbsence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewAbsence"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AbsenceAnswer"];
                };
            };
        };
    };
    readonly endAbsence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAbsences: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "beganAt" | "began_at" | "until" | "endedAt" | "ended_at" | "reason";
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PastAbsencePage"];
                };
            };
        };
    };
    readonly getCheckIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckInAnswer"];
                };
            };
        };
    };
    readonly setCheckIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CheckInChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckInAnswer"];
                };
            };
        };
    };
    readonly deleteCheckIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getPatientDetector: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WearerDetectorAnswer"];
                };
            };
        };
    };
    readonly resetPatientDetector: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WearerDetectorAnswer"];
                };
            };
        };
    };
    readonly listPatientDevices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceListAnswer"];
                };
            };
        };
    };
    readonly registerDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewDevice"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceWithTokenAnswer"];
                };
            };
        };
    };
    readonly getPatientEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientEscalationAnswer"];
                };
            };
        };
    };
    readonly updatePatientEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EscalationChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientEscalationAnswer"];
                };
            };
        };
    };
    readonly deletePatientEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly exportPatientData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": string;
                };
            };
        };
    };
    readonly listPatientFalls: {
        readonly parameters: {
            readonly query?: {
                /** @description Only falls of this period, in days */
                readonly days?: number;
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "isTest" | "is_test" | "responded" | "responseTime" | "response_time" | "response" | "verification";
                /** @description Only falls of this level */
                readonly status?: components["schemas"]["FallLevel"];
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedFallPage"];
                };
            };
        };
    };
    readonly reportPatientFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPatientFall"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordedFallAnswer"];
                };
            };
        };
    };
    readonly getPatientHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HealthSummaryAnswer"];
                };
            };
        };
    };
    readonly getPatientLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientLimitsAnswer"];
                };
            };
        };
    };
    readonly updatePatientLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LimitsChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientLimitsAnswer"];
                };
            };
        };
    };
    readonly deletePatientLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getPatientOverview: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientOverviewAnswer"];
                };
            };
        };
    };
    readonly getSensorRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SensorRulesAnswer"];
                };
            };
        };
    };
    readonly setSensorRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the patient */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SensorRulesChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SensorRulesAnswer"];
                };
            };
        };
    };
    readonly getOwnPatientProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientAnswer"];
                };
            };
        };
    };
    readonly checkIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckInAnswer"];
                };
            };
        };
    };
    readonly listChannelKinds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelKindStateListAnswer"];
                };
            };
        };
    };
    readonly listChannels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelListAnswer"];
                };
            };
        };
    };
    readonly addChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewChannel"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedChannelAnswer"];
                };
            };
        };
    };
    readonly deleteChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the channel */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly testChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the channel */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestResultAnswer"];
                };
            };
        };
    };
    readonly answerChannelTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the channel */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RingingAnswer"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelAnswer"];
                };
            };
        };
    };
    readonly verifyChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the channel */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelAnswer"];
                };
            };
        };
    };
    readonly changeEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EmailChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    readonly listIdentities: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProviderIdentityListAnswer"];
                };
            };
        };
    };
    readonly unlinkIdentity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the linked identity */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    readonly updateProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProfileChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    readonly deleteAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AccountDeletion"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAccesses: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "actorId" | "actor_id" | "actorName" | "actor_name" | "role" | "what";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccessLinePage"];
                };
            };
        };
    };
    readonly exportOwnData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": string;
                };
            };
        };
    };
    readonly listPasskeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeyListAnswer"];
                };
            };
        };
    };
    readonly addPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPasskey"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeyAnswer"];
                };
            };
        };
    };
    readonly deletePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the passkey */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly offerPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeyCreationOptionsAnswer"];
                };
            };
        };
    };
    readonly replacePassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly changePassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly setPin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PinChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SessionListAnswer"];
                };
            };
        };
    };
    readonly endSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the session */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAccessTokens: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccessTokenListAnswer"];
                };
            };
        };
    };
    readonly createAccessToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewAccessToken"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedAccessTokenAnswer"];
                };
            };
        };
    };
    readonly deleteAccessToken: {
        readonly parameters: {
            readonly query?: {
                /** @description Also ends what was made with the token */
                readonly endCreated?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the access token */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SecondFactorStateAnswer"];
                };
            };
        };
    };
    readonly offerSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SecondFactorOfferAnswer"];
                };
            };
        };
    };
    readonly removeSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecondFactorRemoval"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly confirmSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecondFactorConfirmation"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecoveryCodesAnswer"];
                };
            };
        };
    };
    readonly getPushKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushKeyAnswer"];
                };
            };
        };
    };
    readonly reportReceipt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReceiptRequest"];
            };
        };
        readonly responses: {
            /** @description No content */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listWearablesToCharge: {
        readonly parameters: {
            readonly query?: {
                /** @description Only wearers in this ward; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChargingAnswer"];
                };
            };
        };
    };
    readonly getCoverageReport: {
        readonly parameters: {
            readonly query: {
                /** @description With `hour`, days also have their hours, and at most 31 days are allowed */
                readonly by?: "day" | "hour";
                /** @description Format of the answer; default json, or what `Accept` prefers */
                readonly format?: "json" | "csv";
                /** @description First day, in the organisation's time zone */
                readonly from: string;
                /** @description Only this patient; required for caregivers who are not leads */
                readonly patientId?: string;
                /** @description Last day, inclusive; not before from, and at most 400 days in all */
                readonly to: string;
                /** @description Only patients who are in this ward now; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientCoverageListAnswer"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly getDetectorLedger: {
        readonly parameters: {
            readonly query?: {
                /** @description Format of the answer; default json, or what `Accept` prefers */
                readonly format?: "json" | "csv";
                /** @description Months, the present one included; default 12 */
                readonly months?: number;
                /** @description Only this ward; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectorLedgerAnswer"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly getFallReport: {
        readonly parameters: {
            readonly query: {
                /** @description Format of the answer; default json, or what `Accept` prefers */
                readonly format?: "json" | "csv";
                /** @description First day, in the organisation's time zone */
                readonly from: string;
                /** @description What the falls of a row have in common. Keys: 2026-11-16, 2026-W47 (ISO 8601), 2026-11; 0 to 23, 1 (Monday) to 7, 1-13; EARLY (from 06:00), LATE (from 14:00), NIGHT (from 22:00); an ID, a room or a word, NONE without one */
                readonly groupBy: "day" | "week" | "month" | "hour" | "weekday" | "weekday-hour" | "shift" | "ward" | "patient" | "room" | "source" | "outcome";
                /** @description Only this patient; required for caregivers who are not leads */
                readonly patientId?: string;
                /** @description Last day, inclusive; not before from, and at most 400 days in all */
                readonly to: string;
                /** @description Only patients who are in this ward now; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallReportAnswer"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly getFalseAlarms: {
        readonly parameters: {
            readonly query: {
                /** @description First day, in the organisation's time zone */
                readonly from: string;
                /** @description Last day, inclusive; at most 400 days in all */
                readonly to: string;
                /** @description Only falls of patients who are in this ward now; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FalseAlarmsAnswer"];
                };
            };
        };
    };
    readonly getInspectionReport: {
        readonly parameters: {
            readonly query: {
                /** @description First day, in the organisation's time zone */
                readonly from: string;
                /** @description Only this patient; required for caregivers who are not leads */
                readonly patientId?: string;
                /** @description Last day, inclusive; not before from, and at most 400 days in all */
                readonly to: string;
                /** @description Only patients who are in this ward now; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InspectionReportAnswer"];
                };
            };
        };
    };
    readonly getResponseReport: {
        readonly parameters: {
            readonly query: {
                /** @description Format of the answer; default json, or what `Accept` prefers */
                readonly format?: "json" | "csv";
                /** @description First day, in the organisation's time zone */
                readonly from: string;
                /** @description Only this patient; required for caregivers who are not leads */
                readonly patientId?: string;
                /** @description Last day, inclusive; not before from, and at most 400 days in all */
                readonly to: string;
                /** @description Only patients who are in this ward now; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResponseReportAnswer"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly getSensitivityReport: {
        readonly parameters: {
            readonly query?: {
                /** @description Only this patient; required for caregivers who are not leads */
                readonly patientId?: string;
                /** @description Only patients who are in this ward now; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SensitivityReportAnswer"];
                };
            };
        };
    };
    readonly downloadReports: {
        readonly parameters: {
            readonly query: {
                /** @description First day, in the organisation's time zone */
                readonly from: string;
                /** @description Only this patient; required for caregivers who are not leads */
                readonly patientId?: string;
                /** @description Last day, inclusive; not before from, and at most 400 days in all */
                readonly to: string;
                /** @description Only patients who are in this ward now; required for leads */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readonly listSensors: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "kind" | "room" | "patientId" | "patient_id" | "patientName" | "patient_name" | "ward" | "lastEventAt" | "last_event_at";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SensorPage"];
                };
            };
        };
    };
    readonly createSensor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSensor"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SensorAnswer"];
                };
            };
        };
    };
    readonly deleteSensor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the sensor */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly sendSensorEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Idempotency key of the event. An event of the same sensor and sender with the same key is a repeat: same answer, recorded once. Without a key, an event with the same `at`, type, patient and room is a repeat. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSensorEvent"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SensorEventAnswer"];
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SensorEventAnswer"];
                };
            };
        };
    };
    readonly listStations: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "ward" | "enrolledAt" | "enrolled_at" | "lastSeen" | "last_seen";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StationPage"];
                };
            };
        };
    };
    readonly createStation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewStation"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StationWithCodeAnswer"];
                };
            };
        };
    };
    readonly deleteStation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the station */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly enrolStation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EnrolRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnStationAnswer"];
                };
            };
        };
    };
    readonly getOwnStation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnStationAnswer"];
                };
            };
        };
    };
    readonly getStationBoard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StationBoardAnswer"];
                };
            };
        };
    };
    readonly getStationPlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardPlanAnswer"];
                };
            };
        };
    };
    readonly getStationPlanPicture: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": string;
                    readonly "image/png": string;
                    readonly "image/webp": string;
                };
            };
        };
    };
    readonly recordStationTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StationTest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly unlockStation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnlockRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnlockedStationAnswer"];
                };
            };
        };
    };
    readonly listTests: {
        readonly parameters: {
            readonly query?: {
                /** @description Format of the answer; default json, or what `Accept` prefers */
                readonly format?: "json" | "csv";
                /** @description What was tested: FALL_TEST: a wearable, by shaking it; HELP_BUTTON: its button; CHANNEL: a notification channel; STATION: a shared tablet; PATH: the path of an alert */
                readonly kind?: components["schemas"]["TestKind"];
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description True: only tests that are overdue; false: only others */
                readonly overdue?: boolean;
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "kind" | "subject" | "lastAt" | "last_at" | "lastResult" | "last_result" | "dueAt" | "due_at";
                /** @description Only tests of this ward */
                readonly wardId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestBookEntryPage"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly listPastTests: {
        readonly parameters: {
            readonly query: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "kind" | "at" | "result";
                /** @description ID of the wearable, person, station or path */
                readonly subjectId: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PastTestPage"];
                };
            };
        };
    };
    readonly listWards: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "patients" | "caregivers";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardPage"];
                };
            };
        };
    };
    readonly createWard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWard"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardAnswer"];
                };
            };
        };
    };
    readonly updateWard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WardChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardAnswer"];
                };
            };
        };
    };
    readonly deleteWard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getWardCalendar: {
        readonly parameters: {
            readonly query: {
                /** @description First day, inclusive */
                readonly from: string;
                /** @description Last day, inclusive; at most 92 days in all */
                readonly to: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CalendarSlotListAnswer"];
                };
            };
        };
    };
    readonly getWardCalendarFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CalendarFeedAnswer"];
                };
            };
        };
    };
    readonly renewWardCalendarFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CalendarFeedAnswer"];
                };
            };
        };
    };
    readonly listWardCandidates: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Only caregivers whose name contains this */
                readonly search?: string;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name";
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardCandidatePage"];
                };
            };
        };
    };
    readonly listWardMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "lead" | "until";
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
        };
    };
    readonly putWardMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly caregiverId: string;
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MemberChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MembershipAnswer"];
                };
            };
        };
    };
    readonly deleteWardMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the caregiver */
                readonly caregiverId: string;
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getWardEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardEscalationAnswer"];
                };
            };
        };
    };
    readonly replaceWardEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWardEscalation"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardEscalationAnswer"];
                };
            };
        };
    };
    readonly deleteWardEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getHandover: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HandoverAnswer"];
                };
            };
        };
    };
    readonly createHandover: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewHandover"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HandoverAnswer"];
                };
            };
        };
    };
    readonly confirmHandover: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["HandoverConfirmation"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HandoverAnswer"];
                };
            };
        };
    };
    readonly listHandovers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HandoverListAnswer"];
                };
            };
        };
    };
    readonly getWardLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardLimitsAnswer"];
                };
            };
        };
    };
    readonly updateWardLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WardLimitsChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardLimitsAnswer"];
                };
            };
        };
    };
    readonly getNight: {
        readonly parameters: {
            readonly query?: {
                /** @description Day on which the night begins, at most 400 days ago; by default the latest night that has begun */
                readonly date?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NightAnswer"];
                };
            };
        };
    };
    readonly getWardPlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardPlanAnswer"];
                };
            };
        };
    };
    readonly updateWardPlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WardPlanChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardPlanAnswer"];
                };
            };
        };
    };
    readonly getWardPlanPicture: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": string;
                    readonly "image/png": string;
                    readonly "image/webp": string;
                };
            };
        };
    };
    readonly getWardRing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardRingAnswer"];
                };
            };
        };
    };
    readonly ringWard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WardRingAnswer"];
                };
            };
        };
    };
    readonly getRoster: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RosterAnswer"];
                };
            };
        };
    };
    readonly updateRoster: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RosterChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RosterAnswer"];
                };
            };
        };
    };
    readonly copyRosterWeek: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WeekToCopy"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WeekCopiedAnswer"];
                };
            };
        };
    };
    readonly createRosterException: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewRosterException"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RosterExceptionAnswer"];
                };
            };
        };
    };
    readonly deleteRosterException: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the exception */
                readonly exceptionId: string;
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly moveOnRoster: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RosterMove"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listSwaps: {
        readonly parameters: {
            readonly query?: {
                /** @description Records per page; default 10, maximum 100 */
                readonly limit?: number;
                /** @description Sort order; default descending */
                readonly order?: "asc" | "desc";
                /** @description Page number, from 1; default 1 */
                readonly page?: number;
                /** @description Sort field; default the record's own time (created_at) */
                readonly sort?: "created_at" | "createdAt" | "id" | "date" | "state";
            };
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SwapPage"];
                };
            };
        };
    };
    readonly createSwap: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSwap"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SwapAnswer"];
                };
            };
        };
    };
    readonly acceptSwap: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
                /** @description ID of the swap */
                readonly swapId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SwapAnswer"];
                };
            };
        };
    };
    readonly declineSwap: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ID of the ward */
                readonly id: string;
                /** @description ID of the swap */
                readonly swapId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SwapAnswer"];
                };
            };
        };
    };
}
