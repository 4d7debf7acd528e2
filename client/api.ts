// Made by `npm run client` from /api/openapi.json and /api/asyncapi.json, 46288c6887ca5b2e; not to be edited.

export interface paths {
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
         * Refuse what the device sends
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * Accept what the device sends again
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["enableDevice"];
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getEscalation"];
        /**
         * Update the organisation's escalation policy. Open falls keep the policy they started with.
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["investigateFall"];
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
         * List audit log entries
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * Run a maintenance task. `options.dryRun` only reports the effect.
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["runMaintenance"];
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
    readonly "/admin/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getUser"];
        /**
         * Update a user. Deactivation ends the user's sessions.
         * @description Needs the role ADMIN. A new `email` needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["updateUser"];
        readonly post?: never;
        /**
         * Delete a user with all that is theirs
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly delete: operations["deleteUser"];
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Add a webhook for the organisation. The response shows its secret once.
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs no token. Counts toward the requests that an address has each minute.
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
         * @description Needs no token. An address has so many attempts each 5 minutes.
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
         * @description Needs no token. An address has so many attempts each 5 minutes.
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
         * @description Needs a token. Not limited.
         */
        readonly post: operations["logOut"];
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs no token. An address has so many attempts each 5 minutes.
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
         * @description Needs no token. An address has so many signups each 15 minutes.
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
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
    readonly "/caregivers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List caregivers
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listCaregivers"];
        readonly put?: never;
        /**
         * Create a caregiver account
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getCaregiver"];
        /**
         * Update a caregiver. Null clears optional fields.
         * @description Needs the role CAREGIVER or ADMIN. A new `email` needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["updateCaregiver"];
        readonly post?: never;
        /**
         * Delete a caregiver with all that is theirs
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * List patients assigned to a caregiver. For that caregiver or an admin.
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listAssignedPatients"];
        readonly put?: never;
        /**
         * Assign a patient to a caregiver
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER. Counts toward the requests that an address has each minute, and is never refused by that.
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
         * @description Needs the role CAREGIVER. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["startShift"];
        /**
         * End your shift early. Other caregivers are notified of open claims.
         * @description Needs the role CAREGIVER. Counts toward the requests that an address has each minute.
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
         * List caregivers on duty and the end of their shifts
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
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
    readonly "/conversations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whom one has messages with, at most 200, the newest first
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getDevice"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a device with its readings and logs. For its owner only.
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute, and is never refused by that.
         */
        readonly post: operations["answerAsWearer"];
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["moveDevice"];
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
         * Readings for a chart, oldest first, at most 2000 points; go on from the last one's timestamp
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
    readonly "/device/{id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the device's last status report
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["replaceDeviceToken"];
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
         * @description Needs a token. A device may send one each second.
         */
        readonly post: operations["submitReading"];
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
         * Own falls of the last 30 days, or of `days`
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listFalls"];
        readonly put?: never;
        /**
         * Report a fall. Caregivers are alerted from level POTENTIAL.
         * @description Needs a token. Not limited.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute, and is never refused by that.
         */
        readonly post: operations["claimFall"];
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute, and is never refused by that.
         */
        readonly post: operations["handOffFall"];
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
         * @description Needs a token. Counts toward the requests that an address has each minute, and is never refused by that.
         */
        readonly post: operations["cancelFall"];
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute, and is never refused by that.
         */
        readonly post: operations["releaseFall"];
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute, and is never refused by that.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * Falls across all patients of the last 24 hours, or of `hours`; with location and response only where the caller looks after the patient, and with CAREGIVERS_SEE=team no others. Each call is audited
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
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
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the health of the service
         * @description Needs no token. Not limited.
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
         * @description Needs the role PATIENT. Counts toward the requests that an address has each minute, and is never refused by that.
         */
        readonly post: operations["callForHelp"];
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
         * Get the current user
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listMessages"];
        readonly put?: never;
        /**
         * Send a message to another user
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["markMessageRead"];
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
         * @description Needs no token. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listPatients"];
        readonly put?: never;
        /**
         * Create a patient account and assign the patient to the caller
         * @description Needs the role CAREGIVER. Counts toward the requests that an address has each minute.
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
         * Get a patient. For the patient, an assigned caregiver or an admin.
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getPatient"];
        /**
         * Update a patient. Null clears optional fields.
         * @description Needs the role CAREGIVER or ADMIN. A new `email` needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["updatePatient"];
        readonly post?: never;
        /**
         * Delete a patient with all that is theirs
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly delete: operations["deletePatient"];
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listPatientDevices"];
        readonly put?: never;
        /**
         * Register a wearable for a patient before its first reading. Returns its token, once. For the patient, an assigned caregiver or an admin.
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * Get a patient's escalation policy. `inherited` if it is the organisation's.
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getPatientEscalation"];
        /**
         * Set a patient's own escalation policy
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["updatePatientEscalation"];
        readonly post?: never;
        /**
         * Reset a patient to the organisation's escalation policy
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * Everything that is held about a patient: a ZIP of profile.json, devices.json, readings.csv (`samples` in hexadecimal: rows of seven 4-byte floats, little endian: t_ms, acceleration, rotation), falls.json, alerts.json, messages.json and access-log.json
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listPatientFalls"];
        readonly put?: never;
        readonly post?: never;
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
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
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
         * Get the thresholds at which a patient's wearable alerts caregivers. `inherited` marks values from the settings.
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getPatientLimits"];
        /**
         * Set a patient's own thresholds. Null inherits the value from the settings.
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["updatePatientLimits"];
        readonly post?: never;
        /**
         * Reset a patient's thresholds to the settings
         * @description Needs the role ADMIN. Counts toward the requests that an address has each minute.
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
         * Get a patient with health, devices and newest falls
         * @description Needs the role CAREGIVER or ADMIN. Counts toward the requests that an address has each minute.
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
    readonly "/patients/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get your profile, with caregivers and devices
         * @description Needs the role PATIENT. Counts toward the requests that an address has each minute.
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
    readonly "/profile/channels": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your notification channels, without secrets
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["listChannels"];
        readonly put?: never;
        /**
         * Add a notification channel. An e-mail address gets a code; a webhook's secret is shown once; a known push subscription is updated.
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["testChannel"];
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
         * Confirm an e-mail channel with the code from the mail
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["changeEmail"];
        readonly post?: never;
        readonly delete?: never;
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getProfile"];
        /**
         * Update your profile. Null clears phone or date of birth.
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["updateProfile"];
        readonly post?: never;
        /**
         * Delete your account permanently
         * @description Needs a token. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * Everything that is held about oneself: a ZIP of profile.json, devices.json, readings.csv (`samples` in hexadecimal: rows of seven 4-byte floats, little endian: t_ms, acceleration, rotation), falls.json, alerts.json, messages.json and access-log.json. Once an hour
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly put: operations["replacePassword"];
        /**
         * Change your password. Ends every other session.
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["changePassword"];
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
         * Own sessions that are open, newest first, at most 100
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly delete: operations["endSession"];
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
         */
        readonly get: operations["getSecondFactor"];
        readonly put?: never;
        /**
         * Start setting up a second factor. Returns a secret for an authenticator app; confirm it with a code.
         * @description Needs a token. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
         */
        readonly post: operations["offerSecondFactor"];
        /**
         * Remove the second factor and its recovery codes
         * @description Needs a token. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Needs a login or `POST /auth/reauthenticate` within the last minutes (`REAUTHENTICATE_MINUTES`), else 403 `REAUTHENTICATE`. Counts toward the requests that an address has each minute.
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
         * @description Needs a token. Counts toward the requests that an address has each minute.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A look at somebody's health data */
        readonly AccessLine: {
            /**
             * Format: uuid
             * @description Of whoever looked; null when the account is gone
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly actorId: string | null;
            /**
             * @description Given and family name of whoever looked; null when the account is gone
             * @example Rosa Klein
             */
            readonly actorName: string | null;
            /**
             * @description Of the line
             * @example 4711
             */
            readonly id: string;
            /** @description Role of whoever looked; null when the account is gone */
            readonly role: components["schemas"]["Role"] | null;
            /**
             * Format: date-time
             * @description When
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description What was looked at
             * @example the falls of a patient
             */
            readonly what: string;
        };
        /** @description The envelope of a page of a list */
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
        /** @description That somebody really wants it */
        readonly AccountDeletion: {
            /**
             * @description Confirms the deletion, which cannot be undone
             * @constant
             */
            readonly confirmation: true;
            /**
             * @description Why they leave; not kept
             * @example Moved away
             */
            readonly reason?: string | null;
        };
        /**
         * @description Whether an account can be used: an inactive one cannot log in
         * @example active
         * @enum {string}
         */
        readonly AccountStatus: "active" | "inactive";
        /** @description That somebody has taken an alert on */
        readonly Acknowledgement: {
            /**
             * Format: uuid
             * @description Of whoever has; null when it was over by itself
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly acknowledgedBy: string | null;
            /**
             * Format: uuid
             * @description Of the receiver's own alert of the same occurrence
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly alertId: string;
            /**
             * Format: uuid
             * @description Of the fall; null of what is no fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly fallId: string | null;
            /**
             * Format: date-time
             * @description When
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
        };
        /** @description That a caregiver has taken notice */
        readonly AcknowledgeRequest: {
            /** @description What was found, if it is known; may come with a later acknowledgement */
            readonly outcome?: components["schemas"]["FallOutcome"] | null;
        };
        /** @description A fall, as admins see it */
        readonly AdminFall: {
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When it happened: the impact that made its level, and so later when the level rises
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the wearable; null where none was involved, or it is deleted
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What is hurt; null if not said
             * @example Left wrist
             */
            readonly injuries: string | null;
            /** @description That it is to be looked into; null if not */
            readonly investigation: components["schemas"]["Investigation"] | null;
            /**
             * @description Where it happened; null if not said
             * @example Bathroom
             */
            readonly location: string | null;
            /**
             * @description Given and family name of whoever fell
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description A caregiver has acknowledged or claimed it
             * @example true
             */
            readonly responded: boolean;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /**
             * @description From the fall to its first acknowledgement or claim; null before, in s
             * @example 42
             */
            readonly responseTime: number | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description Of whoever fell
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
            /**
             * @description Somebody has seen it; null if not said
             * @example true
             */
            readonly witnessed: boolean | null;
        };
        /** @description The envelope of a page of a list */
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
        /** @description Which alert is meant */
        readonly AlertChoice: {
            /**
             * Format: uuid
             * @description Of an own alert
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly alertId: string;
        };
        /** @description Who was alerted */
        readonly AlertedCaregivers: {
            /**
             * @description How many caregivers were alerted; admins who stand in for missing caregivers do not count
             * @example 2
             */
            readonly caregiverCount: number;
            /**
             * @description At least one caregiver was alerted
             * @example true
             */
            readonly notified: boolean;
        };
        /** @description What was made of a reading, which is stored by then */
        readonly Assessment: {
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string;
            /**
             * @description How sure the detector is that this is a fall: 0 not at all, 1 entirely
             * @example 0.04
             */
            readonly fallConfidence: number;
            /**
             * @description It is POTENTIAL or above
             * @example false
             */
            readonly fallDetected: boolean;
            /**
             * @description How well the person is: 100 with nothing wrong or nothing known, in points
             * @example 96
             */
            readonly healthScore: number;
            /**
             * Format: date-time
             * @description When the next reading is due; earlier ones may get 429
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly nextAllowedRequest: string;
            /**
             * Format: date-time
             * @description When the reading was taken, as it is stored
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
        };
        /** @description The envelope of a success */
        readonly AssessmentAnswer: {
            readonly data: components["schemas"]["Assessment"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What counted for a fall, or against one */
        readonly AssessmentReason: {
            /**
             * @description Above 0 for a fall, below against one; null where a rule needed none, in log-odds
             * @example 2.1
             */
            readonly contribution: number | null;
            /**
             * @description What was looked at
             * @example impact
             */
            readonly name: string;
            /**
             * @description How much of it there was, in a unit of its own
             * @example 34.2
             */
            readonly value: number;
        };
        /** @description Whom a caregiver looks after */
        readonly AssignedPatient: {
            /**
             * @description How many wearables they have
             * @example 1
             */
            readonly devices: number;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description How well the person is: 100 with nothing wrong or nothing known, in points
             * @example 96
             */
            readonly healthScore: number;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When their last reading came; null before the first
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastActive: string | null;
            /**
             * @description Given and family name of the patient
             * @example Rosa Klein
             */
            readonly name: string;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Falls of the last seven days, POTENTIAL and above
             * @example 1
             */
            readonly recentFalls: number;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly room: string | null;
        };
        /** @description The envelope of a page of a list */
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
        /** @description Who looks after whom */
        readonly Assignment: {
            /**
             * Format: uuid
             * @description Of the caregiver
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly caregiverId: string;
            /**
             * Format: date-time
             * @description Since when
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description What the caregiver is to the patient; null if not said
             * @example daughter
             */
            readonly relationship: string | null;
        };
        /** @description The envelope of a success */
        readonly AssignmentAnswer: {
            readonly data: components["schemas"]["Assignment"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description An AsyncAPI document */
        readonly AsyncApiDocument: {
            /**
             * @description Version of AsyncAPI
             * @example 3.0.0
             */
            readonly asyncapi: string;
        };
        /** @description Something that somebody did */
        readonly AuditLine: {
            /**
             * @description What was done, in a word
             * @example account.changed
             */
            readonly action: string;
            /**
             * Format: uuid
             * @description Of whoever did it; null for the service itself, and when nobody was logged in
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly actorId: string | null;
            /**
             * @description Given and family name of whoever did it; null without, and when the account is gone
             * @example Rosa Klein
             */
            readonly actorName: string | null;
            /**
             * @description Of the line
             * @example 4711
             */
            readonly id: string;
            /**
             * @description Address that it came from; null if not known
             * @example 203.0.113.7
             */
            readonly ip: string | null;
            readonly level: components["schemas"]["LogLevel"];
            /**
             * @description What was done, in a sentence for people
             * @example Changed a patient: phone
             */
            readonly message: string;
            /**
             * @description Whether it was
             * @enum {string}
             */
            readonly outcome: "done" | "refused" | "failed";
            /**
             * Format: uuid
             * @description Of whom it concerns; null without
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly subjectId: string | null;
            /**
             * @description Given and family name of whom it concerns; null without, and when the account is gone
             * @example Rosa Klein
             */
            readonly subjectName: string | null;
            /**
             * Format: date-time
             * @description When
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
        };
        /** @description The envelope of a page of a list */
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
        /** @description What became of a backlog */
        readonly BacklogOutcome: {
            /**
             * @description How many readings were stored now
             * @example 60
             */
            readonly accepted: number;
            /**
             * @description How many were stored before, by device and recorded_at
             * @example 0
             */
            readonly duplicates: number;
            /** @description Readings that were not stored */
            readonly refused: readonly components["schemas"]["RefusedEntry"][];
        };
        /** @description A reading that was kept while offline */
        readonly BacklogReading: {
            /**
             * @description Acceleration along the device's x axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 0.5
             */
            readonly accel_x: number;
            /**
             * @description Acceleration along the device's y axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 0.3
             */
            readonly accel_y: number;
            /**
             * @description Acceleration along the device's z axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 9.8
             */
            readonly accel_z: number;
            /**
             * @description Charge of the battery, in %
             * @example 87.5
             */
            readonly battery_level?: number | null;
            /**
             * @description It is connected by Bluetooth
             * @example false
             */
            readonly bluetooth_connected?: boolean | null;
            /**
             * @description MAC address of the wearable, printed on it or shown by it; with colons, with hyphens or plain, in upper or lower case
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly device_id?: string | null;
            /**
             * @description Version of the firmware
             * @example 1.4.2
             */
            readonly firmware_version?: string | null;
            /**
             * @description Pressure under the foot: 0 none, 1 the most that is measured
             * @example 0.4
             */
            readonly fsr?: number | null;
            /**
             * @description Rotation about the device's x axis (not rad/s), in °/s
             * @example 0.1
             */
            readonly gyro_x: number;
            /**
             * @description Rotation about the device's y axis (not rad/s), in °/s
             * @example 0.2
             */
            readonly gyro_y: number;
            /**
             * @description Rotation about the device's z axis (not rad/s), in °/s
             * @example -0.05
             */
            readonly gyro_z: number;
            /**
             * @description Heart rate, in bpm
             * @example 72
             */
            readonly heart_rate?: number | null;
            /**
             * @description Air pressure, in hPa
             * @example 1013.2
             */
            readonly pressure?: number | null;
            /**
             * Format: date-time
             * @description When it was taken: at most 7 days ago, not in the future
             * @example 2026-01-31T08:00:00.000Z
             */
            readonly recorded_at: string;
            /** @description The raw signal since the last reading, oldest first (t_ms ascending), so that one message a second carries the full sampling rate: it finds falls that a single reading a second misses */
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ])[] | null;
            /**
             * @description Its sensors work
             * @example true
             */
            readonly sensors_initialized?: boolean | null;
            /**
             * @description Strength of the radio signal, the nearer to 0 the better, in dBm
             * @example -61
             */
            readonly signal_strength?: number | null;
            /**
             * @description Oxygen saturation of the blood, in %
             * @example 97
             */
            readonly spo2?: number | null;
            /**
             * @description How long the device has been running, in ms
             * @example 3600000
             */
            readonly uptime_ms: number;
            /**
             * @description It is connected by Wi-Fi
             * @example true
             */
            readonly wifi_connected?: boolean | null;
        };
        /** @description All that a caregiver looks at */
        readonly Board: {
            /** @description Your unacknowledged alerts about wearables, newest first */
            readonly deviceAlerts: readonly components["schemas"]["CaregiverAlert"][];
            /** @description Unresolved falls, and falls that the wearer cancelled in the last ten minutes */
            readonly falls: readonly components["schemas"]["OpenFall"][];
            /** @description Caregivers on duty */
            readonly onDuty: readonly components["schemas"]["OnDuty"][];
            /** @description Patients in the caregiver's care; all patients for admins */
            readonly people: readonly components["schemas"]["BoardPerson"][];
            /**
             * @description More than are listed where there are more than a thousand
             * @example 12
             */
            readonly totalPeople: number;
            /**
             * @description Messages that were received and not read, counted up to 1000
             * @example 0
             */
            readonly unreadMessages: number;
            /** @description Reasons why alerts cannot reach a caregiver outside the console */
            readonly warnings: readonly components["schemas"]["ReachabilityWarning"][];
        };
        /** @description The envelope of a success */
        readonly BoardAnswer: {
            readonly data: components["schemas"]["Board"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A patient, with their last signs */
        readonly BoardPerson: {
            /**
             * @description Charge of the battery; null until reported, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /** @description Of the wearable that was heard last; null without one */
            readonly deviceStatus: components["schemas"]["DeviceStatus"] | null;
            /**
             * @description How well the person is: 100 with nothing wrong or nothing known, in points
             * @example 96
             */
            readonly healthScore: number;
            /**
             * @description Heart rate; null until reported, in bpm
             * @example 72
             */
            readonly heartRate: number | null;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it was heard last; null if never
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastSeen: string | null;
            /**
             * @description Given and family name of the patient
             * @example Rosa Klein
             */
            readonly name: string;
            /**
             * @description Falls of the last seven days, POTENTIAL and above
             * @example 1
             */
            readonly recentFalls: number;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly room: string | null;
            /**
             * @description Oxygen saturation of the blood; null until reported, in %
             * @example 97
             */
            readonly spo2: number | null;
            /**
             * @description Heart rate in bpm, every five minutes of the last hour, oldest first; null without a measurement
             * @example [
             *       71,
             *       72,
             *       null,
             *       74,
             *       73,
             *       72,
             *       72,
             *       70,
             *       71,
             *       72,
             *       73,
             *       72
             *     ]
             */
            readonly trend: readonly (number | null)[];
        };
        /** @description A caregiver */
        readonly Caregiver: {
            /**
             * @description How many alerts about assigned patients are not acknowledged yet
             * @example 0
             */
            readonly activeAlerts: number;
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description Whom they work for; null if not given
             * @example House at the Park
             */
            readonly organization: string | null;
            /**
             * @description How many patients are assigned to them
             * @example 12
             */
            readonly patients: number;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Phone number; null if not given
             * @example +49 30 1234567
             */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /**
             * @description What they are trained in; null if not given
             * @example Geriatric care
             */
            readonly specialization: string | null;
            readonly status: components["schemas"]["AccountStatus"];
        };
        /** @description What a caregiver is alerted to */
        readonly CaregiverAlert: {
            /**
             * @description This caregiver has taken notice of it
             * @example false
             */
            readonly acknowledged: boolean;
            /**
             * Format: uuid
             * @description Of the wearable; null where there is none
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description Of the fall; null of what is no fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly fallId: string | null;
            /**
             * Format: uuid
             * @description Of the alert
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What happened, in a sentence for people
             * @example Fall detected: Rosa Klein
             */
            readonly message: string;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description Given and family name of the patient
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly patientRoom: string | null;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /**
             * @description Of a fall its level; of a wearable LOW, MEDIUM or HIGH; of a flood HIGH
             * @example HIGH
             */
            readonly severity: string;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description FALL_DETECTED; DEVICE_INACTIVE, DEVICE_OFFLINE, DEVICE_BATTERY_LOW of a wearable; REPORT_FLOOD of a person who reports too many falls
             * @example FALL_DETECTED
             */
            readonly type: string;
        };
        /** @description The envelope of a success */
        readonly CaregiverAnswer: {
            readonly data: components["schemas"]["Caregiver"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What is to change of a caregiver */
        readonly CaregiverChange: {
            /**
             * @description E-mail address; compared and kept in lower case
             * @example rosa.klein@example.org
             */
            readonly email?: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName?: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName?: string;
            /**
             * @description Whom they work for
             * @example House at the Park
             */
            readonly organization?: string | null;
            /**
             * @description Phone number, as people write it
             * @example +49 30 1234567
             */
            readonly phone?: string | null;
            /**
             * @description What they are trained in
             * @example Geriatric care
             */
            readonly specialization?: string | null;
        };
        /** @description Who looks after a patient */
        readonly CaregiverOfPatient: {
            /**
             * Format: uuid
             * @description Of the caregiver
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Given and family name of the caregiver
             * @example Rosa Klein
             */
            readonly name: string;
            /**
             * @description Phone number; null if not given
             * @example +49 30 1234567
             */
            readonly phone: string | null;
            /**
             * @description What they are to the patient; null if not said
             * @example daughter
             */
            readonly relationship: string | null;
        };
        /** @description The envelope of a page of a list */
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
        /** @description Where somebody is reached besides their sockets */
        readonly Channel: {
            /**
             * @description Of an `email`, else null
             * @example rosa.klein@example.org
             */
            readonly address: string | null;
            /**
             * Format: date-time
             * @description When it was added
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Since when nothing is sent to it; null while it works
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly disabledAt: string | null;
            /**
             * @description Of a `webpush`, else null
             * @example https://push.example.org/v2/abc
             */
            readonly endpoint: string | null;
            /**
             * Format: uuid
             * @description Of the channel
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            readonly kind: components["schemas"]["ChannelKind"];
            /**
             * @description What went wrong with the last try; null if nothing
             * @example Answered 500
             */
            readonly lastError: string | null;
            readonly minSeverity: components["schemas"]["MinSeverity"];
            /** @description When somebody is not to be woken; null for never */
            readonly quietHours: components["schemas"]["QuietHours"] | null;
            /**
             * @description Of an `ntfy`, else null
             * @example rosa-at-night
             */
            readonly topic: string | null;
            /**
             * @description Of an `ntfy` or a `webhook`, else null
             * @example https://ntfy.example.org
             */
            readonly url: string | null;
            /**
             * Format: date-time
             * @description Since when it is used; null for an address that is not confirmed yet
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly verifiedAt: string | null;
        };
        /** @description The envelope of a success */
        readonly ChannelAnswer: {
            readonly data: components["schemas"]["Channel"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description By what somebody is reached besides their sockets
         * @example webpush
         * @enum {string}
         */
        readonly ChannelKind: "webpush" | "email" | "ntfy" | "webhook";
        /** @description The envelope of a success */
        readonly ChannelListAnswer: {
            readonly data: readonly components["schemas"]["Channel"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description "I'm going" */
        readonly ClaimRequest: {
            /**
             * @description How long they need; the claim lasts 5 minutes longer, or 10 minutes without, in minutes
             * @example 5
             */
            readonly etaMinutes?: number | null;
            /**
             * @description For the others, in the timeline
             * @example Sits on the bed, nothing broken
             */
            readonly note?: string | null;
        };
        /** @description The messages with somebody */
        readonly Conversation: {
            /**
             * @description The caller may write to them; false for a patient of another care team (CAREGIVERS_SEE)
             * @example true
             */
            readonly canReply: boolean;
            readonly lastMessage: components["schemas"]["Message"];
            /**
             * @description Messages that were received from them and not read, among the newest 1000 unread
             * @example 0
             */
            readonly unread: number;
            readonly with: components["schemas"]["Correspondent"];
        };
        /** @description The envelope of a success */
        readonly ConversationListAnswer: {
            readonly data: readonly components["schemas"]["Conversation"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Whom one has messages with */
        readonly Correspondent: {
            /**
             * Format: uuid
             * @description Of the user
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Given and family name of the user
             * @example Rosa Klein
             */
            readonly name: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description A caregiver who has just got an account */
        readonly CreatedCaregiver: {
            /**
             * @description How many alerts about assigned patients are not acknowledged yet
             * @example 0
             */
            readonly activeAlerts: number;
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description Whom they work for; null if not given
             * @example House at the Park
             */
            readonly organization: string | null;
            /**
             * @description How many patients are assigned to them
             * @example 12
             */
            readonly patients: number;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Phone number; null if not given
             * @example +49 30 1234567
             */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /**
             * @description What they are trained in; null if not given
             * @example Geriatric care
             */
            readonly specialization: string | null;
            readonly status: components["schemas"]["AccountStatus"];
            /**
             * @description Password for the first login, shown this once; it expires after 7 days
             * @example kT7*mwq2Rz!p
             */
            readonly temporaryPassword?: string;
        };
        /** @description The envelope of a success */
        readonly CreatedCaregiverAnswer: {
            readonly data: components["schemas"]["CreatedCaregiver"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A channel that was just added */
        readonly CreatedChannel: {
            /**
             * @description Of an `email`, else null
             * @example rosa.klein@example.org
             */
            readonly address: string | null;
            /**
             * Format: date-time
             * @description When it was added
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Since when nothing is sent to it; null while it works
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly disabledAt: string | null;
            /**
             * @description Of a `webpush`, else null
             * @example https://push.example.org/v2/abc
             */
            readonly endpoint: string | null;
            /**
             * Format: uuid
             * @description Of the channel
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            readonly kind: components["schemas"]["ChannelKind"];
            /**
             * @description What went wrong with the last try; null if nothing
             * @example Answered 500
             */
            readonly lastError: string | null;
            readonly minSeverity: components["schemas"]["MinSeverity"];
            /** @description When somebody is not to be woken; null for never */
            readonly quietHours: components["schemas"]["QuietHours"] | null;
            /**
             * @description Of a webhook, by which to check signatures (Standard Webhooks), shown this once; else null
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            readonly secret: string | null;
            /**
             * @description Of an `ntfy`, else null
             * @example rosa-at-night
             */
            readonly topic: string | null;
            /**
             * @description Of an `ntfy` or a `webhook`, else null
             * @example https://ntfy.example.org
             */
            readonly url: string | null;
            /**
             * Format: date-time
             * @description Since when it is used; null for an address that is not confirmed yet
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly verifiedAt: string | null;
        };
        /** @description The envelope of a success */
        readonly CreatedChannelAnswer: {
            readonly data: components["schemas"]["CreatedChannel"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A patient who has just got an account */
        readonly CreatedPatient: {
            /** @description The patient's caregivers */
            readonly caregivers: readonly components["schemas"]["CaregiverOfPatient"][];
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             * @example 1948-03-17
             */
            readonly dateOfBirth: string | null;
            /** @description The patient's devices */
            readonly devices: readonly components["schemas"]["DeviceOfPatient"][];
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Phone number to call in an emergency; null if not given
             * @example +49 171 7654321
             */
            readonly emergencyContact: string | null;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Phone number; null if not given
             * @example +49 30 1234567
             */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly room: string | null;
            readonly status: components["schemas"]["AccountStatus"];
            /**
             * @description Password for the first login, shown this once; it expires after 7 days
             * @example kT7*mwq2Rz!p
             */
            readonly temporaryPassword?: string;
        };
        /** @description The envelope of a success */
        readonly CreatedPatientAnswer: {
            readonly data: components["schemas"]["CreatedPatient"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A webhook that was just added */
        readonly CreatedWebhook: {
            /**
             * Format: date-time
             * @description When it was added
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Since when nothing is sent to it; null while it works
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly disabledAt: string | null;
            /** @description Event types to send */
            readonly events: readonly components["schemas"]["FeedEvent"][];
            /**
             * Format: uuid
             * @description Of the webhook
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What went wrong with the last try; null if nothing
             * @example Answered 500
             */
            readonly lastError: string | null;
            /**
             * @description By which to check signatures (Standard Webhooks); shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            readonly secret: string;
            /**
             * @description Where it is POSTed to
             * @example https://example.org/hooks/vigil
             */
            readonly url: string;
        };
        /** @description The envelope of a success */
        readonly CreatedWebhookAnswer: {
            readonly data: components["schemas"]["CreatedWebhook"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Who is logged in */
        readonly CurrentUser: {
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description True if the user must set up a second factor first (REQUIRE_TOTP)
             * @constant
             */
            readonly lacksSecondFactor?: true;
            /**
             * Format: date-time
             * @description When the account was last logged in to; null if never
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastLogin: string | null;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description True if the user must change a temporary password first (REQUIRE_PASSWORD_CHANGE)
             * @constant
             */
            readonly mustChangePassword?: true;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description The envelope of a success */
        readonly CurrentUserAnswer: {
            readonly data: components["schemas"]["CurrentUser"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The falls of a day */
        readonly DayOfFalls: {
            /**
             * @description Falls that a caregiver closed as CONFIRMED
             * @example 3
             */
            readonly confirmedFalls: number;
            /**
             * Format: date
             * @description The day, in UTC
             * @example 1948-03-17
             */
            readonly day: string;
            /**
             * @description Falls, POTENTIAL and above
             * @example 4
             */
            readonly falls: number;
            /**
             * @description Falls that a caregiver closed as FALSE_ALARM
             * @example 1
             */
            readonly falseAlarms: number;
        };
        /** @description What judges readings */
        readonly Detector: {
            /**
             * @description Of the weights that are tried beside them; null without
             * @example 2026-11-15
             */
            readonly shadow: string | null;
            /**
             * @description Of the weights that score
             * @example 2026-11-08
             */
            readonly version: string;
        };
        /** @description A wearable */
        readonly Device: {
            /**
             * @description Charge of the battery; null until reported, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /**
             * Format: date-time
             * @description When it was registered
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description Version of the firmware; null until reported
             * @example 1.4.2
             */
            readonly firmwareVersion: string | null;
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When its last reading came; null before the first
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastSeen: string | null;
            /**
             * @description MAC address, uppercase with colons
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly macAddress: string;
            /**
             * @description What people call it
             * @example Wearable EE:FF
             */
            readonly name: string;
            readonly status: components["schemas"]["DeviceStatus"];
            /**
             * Format: date-time
             * @description When it last changed
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly updatedAt: string;
            /**
             * Format: uuid
             * @description Of whoever wears it
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
        };
        /** @description The envelope of a success */
        readonly DeviceAnswer: {
            readonly data: components["schemas"]["Device"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The envelope of a success */
        readonly DeviceListAnswer: {
            readonly data: readonly components["schemas"]["Device"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Something that happened to a wearable */
        readonly DeviceLogEntry: {
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string;
            /**
             * @description Of the entry
             * @example 4711
             */
            readonly id: string;
            /**
             * @description What happened
             * @example Battery below 20 %
             */
            readonly message: string;
            /**
             * Format: date-time
             * @description When
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description How bad it is
             * @enum {string}
             */
            readonly type: "INFO" | "WARNING" | "ERROR";
        };
        /** @description The envelope of a page of a list */
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
        /** @description Who wears it from now on */
        readonly DeviceMove: {
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
        };
        /** @description What a patient wears */
        readonly DeviceOfPatient: {
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What people call it
             * @example Wearable EE:FF
             */
            readonly name: string;
            readonly status: components["schemas"]["DeviceStatus"];
        };
        /** @description How often a wearable was right */
        readonly DeviceOutcomes: {
            /**
             * @description Falls that a caregiver closed as CONFIRMED
             * @example 3
             */
            readonly confirmedFalls: number;
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string;
            /**
             * @description What people call it
             * @example Wearable EE:FF
             */
            readonly deviceName: string;
            /**
             * @description Falls that a caregiver closed as FALSE_ALARM
             * @example 1
             */
            readonly falseAlarms: number;
            /**
             * Format: uuid
             * @description Of whoever wears it now
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
            /**
             * @description Given and family name of whoever wears it now
             * @example Rosa Klein
             */
            readonly wearer: string;
        };
        /** @description A wearable, with what it last said of itself */
        readonly DeviceOverview: {
            /**
             * @description Charge of the battery; null until reported, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /**
             * Format: date-time
             * @description When it was registered
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description Version of the firmware; null until reported
             * @example 1.4.2
             */
            readonly firmwareVersion: string | null;
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When its last reading came; null before the first
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastSeen: string | null;
            /**
             * @description MAC address, uppercase with colons
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly macAddress: string;
            /**
             * @description What people call it
             * @example Wearable EE:FF
             */
            readonly name: string;
            /**
             * @description Its sensors work; false until reported
             * @example true
             */
            readonly sensorsInitialized: boolean;
            /**
             * @description Strength of the radio signal, the nearer to 0 the better; null until reported, in dBm
             * @example -61
             */
            readonly signalStrength: number | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /**
             * Format: date-time
             * @description When it last changed
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly updatedAt: string;
            /**
             * Format: uuid
             * @description Of whoever wears it
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
            /**
             * @description It is connected by Wi-Fi; false until reported
             * @example true
             */
            readonly wifiConnected: boolean;
        };
        /**
         * @description ACTIVE sends; INACTIVE has sent nothing for 30 minutes, OFFLINE for 24 hours; DISABLED by an admin; UNREGISTERED has never sent
         * @example ACTIVE
         * @enum {string}
         */
        readonly DeviceStatus: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
        /** @description A wearable whose status has changed */
        readonly DeviceStatusChange: {
            /**
             * @description Charge of the battery; null until reported, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /**
             * @description It is connected by Bluetooth; false until reported
             * @example false
             */
            readonly bluetoothConnected: boolean;
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string;
            /**
             * @description Version of the firmware; null until reported
             * @example 1.4.2
             */
            readonly firmwareVersion: string | null;
            /**
             * Format: date-time
             * @description When its last reading came; null before the first
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastDataPoint: string | null;
            /**
             * @description Its sensors work; false until reported
             * @example true
             */
            readonly sensorsInitialized: boolean;
            /**
             * @description Strength of the radio signal, the nearer to 0 the better; null until reported, in dBm
             * @example -61
             */
            readonly signalStrength: number | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /**
             * @description There is newer firmware (LATEST_FIRMWARE)
             * @example false
             */
            readonly updateAvailable: boolean;
            /**
             * @description How long it has been running; null until reported, in ms
             * @example 3600000
             */
            readonly uptime: number | null;
            /**
             * Format: uuid
             * @description Of whoever wears it
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
            /** @description Firmware warnings, such as readings that appear to be in g or rad/s; usually empty */
            readonly warnings: readonly string[];
            /**
             * @description It is connected by Wi-Fi; false until reported
             * @example true
             */
            readonly wifiConnected: boolean;
        };
        /** @description What a wearable last said of itself */
        readonly DeviceStatusView: {
            /**
             * @description Charge of the battery; null until reported, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /**
             * @description It is connected by Bluetooth; false until reported
             * @example false
             */
            readonly bluetoothConnected: boolean;
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string;
            /**
             * @description Version of the firmware; null until reported
             * @example 1.4.2
             */
            readonly firmwareVersion: string | null;
            /**
             * Format: date-time
             * @description When its last reading came; null before the first
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastDataPoint: string | null;
            /**
             * @description Its sensors work; false until reported
             * @example true
             */
            readonly sensorsInitialized: boolean;
            /**
             * @description Strength of the radio signal, the nearer to 0 the better; null until reported, in dBm
             * @example -61
             */
            readonly signalStrength: number | null;
            readonly status: components["schemas"]["DeviceStatus"];
            /**
             * @description There is newer firmware (LATEST_FIRMWARE)
             * @example false
             */
            readonly updateAvailable: boolean;
            /**
             * @description How long it has been running; null until reported, in ms
             * @example 3600000
             */
            readonly uptime: number | null;
            /** @description Firmware warnings, such as readings that appear to be in g or rad/s; usually empty */
            readonly warnings: readonly string[];
            /**
             * @description It is connected by Wi-Fi; false until reported
             * @example true
             */
            readonly wifiConnected: boolean;
        };
        /** @description The envelope of a success */
        readonly DeviceStatusViewAnswer: {
            readonly data: components["schemas"]["DeviceStatusView"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What a wearable comes in with */
        readonly DeviceToken: {
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string;
            /**
             * @description The device's MQTT password, with its MAC address as the user name; shown this once
             * @example vdt_5cXW0hJq2nTz8rKb3mYpL6sG9fDa1eUo
             */
            readonly token: string;
        };
        /** @description The envelope of a success */
        readonly DeviceTokenAnswer: {
            readonly data: components["schemas"]["DeviceToken"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A wearable, and what it comes in with */
        readonly DeviceWithToken: {
            /**
             * @description Charge of the battery; null until reported, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /**
             * Format: date-time
             * @description When it was registered
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description Version of the firmware; null until reported
             * @example 1.4.2
             */
            readonly firmwareVersion: string | null;
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When its last reading came; null before the first
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastSeen: string | null;
            /**
             * @description MAC address, uppercase with colons
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly macAddress: string;
            /**
             * @description What people call it
             * @example Wearable EE:FF
             */
            readonly name: string;
            readonly status: components["schemas"]["DeviceStatus"];
            /**
             * @description The device's MQTT password, with its MAC address as the user name; shown this once
             * @example vdt_5cXW0hJq2nTz8rKb3mYpL6sG9fDa1eUo
             */
            readonly token: string;
            /**
             * Format: date-time
             * @description When it last changed
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly updatedAt: string;
            /**
             * Format: uuid
             * @description Of whoever wears it
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
        };
        /** @description The envelope of a success */
        readonly DeviceWithTokenAnswer: {
            readonly data: components["schemas"]["DeviceWithToken"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The new e-mail address of the account */
        readonly EmailChange: {
            /**
             * @description E-mail address; compared and kept in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
        };
        /** @description What is to change of a ladder */
        readonly EscalationChange: {
            readonly repeats?: components["schemas"]["EscalationRepeats"];
            /** @description Steps, in order of time */
            readonly steps?: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description The ladder: who is called one after the other */
        readonly EscalationPolicy: {
            readonly repeats: components["schemas"]["EscalationRepeats"];
            /** @description Steps, in order of time */
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description The envelope of a success */
        readonly EscalationPolicyAnswer: {
            readonly data: components["schemas"]["EscalationPolicy"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description How the last step is taken again and again */
        readonly EscalationRepeats: {
            /**
             * @description How long after the last time, in s
             * @example 180
             */
            readonly everySeconds: number;
            /**
             * @description Number of repetitions; null repeats until a caregiver takes over
             * @example 5
             */
            readonly times: number | null;
        };
        /** @description Whom a fall is told to, and by what */
        readonly EscalationStep: {
            /**
             * @description How long after the ladder began; more than in the step before, in s
             * @example 60
             */
            readonly afterSeconds: number;
            /** @description Channel kinds */
            readonly channels: readonly components["schemas"]["ChannelKind"][];
            /** @description Targets of the step */
            readonly targets: readonly components["schemas"]["StepTarget"][];
        };
        /** @description The envelope of every error */
        readonly Failure: {
            /**
             * @description Stable name of the error, for programs (docs/errors.md)
             * @example VALIDATION_FAILED
             */
            readonly code: string;
            /**
             * @description Problems by field; inner fields as `steps.0.targets`
             * @example {
             *       "email": "must be a valid e-mail address"
             *     }
             */
            readonly details?: {
                readonly [key: string]: string;
            };
            /**
             * @description What went wrong, in a sentence for people
             * @example Validation failed
             */
            readonly error: string;
            /**
             * @description When to try again, with a 429, in s
             * @example 1
             */
            readonly retryAfter?: number;
            /**
             * @description The request failed
             * @constant
             */
            readonly success: false;
        };
        /** @description What a caregiver was told of a fall, and did */
        readonly FallAlert: {
            /**
             * @description They have taken notice of it
             * @example false
             */
            readonly acknowledged: boolean;
            /**
             * Format: date-time
             * @description When they took notice; null if not yet
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly acknowledgedAt: string | null;
            /**
             * Format: uuid
             * @description Of the caregiver
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly caregiverId: string;
            /**
             * @description Given and family name of the caregiver
             * @example Rosa Klein
             */
            readonly caregiverName: string;
            /**
             * Format: date-time
             * @description When it first reached a socket of theirs; null if not yet
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly deliveredAt: string | null;
            /** @description What they found; null if they have not said */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /**
             * @description The alert is recorded for them
             * @example true
             */
            readonly sent: boolean;
            /**
             * Format: date-time
             * @description When they were alerted
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
        };
        /** @description How the worst reading came by its confidence */
        readonly FallAssessment: {
            /**
             * @description Before anything spoke; null where a rule needed none, in log-odds
             * @example -1.2
             */
            readonly baseline: number | null;
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * @description Which rule had the last word; `extra-evidence` when the level would be lower without the other sensors
             * @enum {string}
             */
            readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
            /**
             * @description Version of the weights; absent in older events
             * @example 2026-11-08
             */
            readonly detector?: string;
            readonly level: components["schemas"]["FallLevel"];
            /**
             * @description Whether the raw signal came with it
             * @enum {string}
             */
            readonly messageKind: "reading" | "samples";
            /**
             * @description How many readings the window had
             * @example 15
             */
            readonly readings: number;
            /** @description Signs of a fall, strongest first */
            readonly reasons: readonly components["schemas"]["AssessmentReason"][];
            /**
             * @description From the impact to the reading that was assessed; absent in older events, in s
             * @example 3
             */
            readonly secondsSinceImpact?: number;
        };
        /** @description A fall, with all that is known of it */
        readonly FallDetail: {
            /** @description Caregivers who were alerted */
            readonly alerts: readonly components["schemas"]["FallAlert"][];
            /** @description Why the detector thinks so; null where it was not asked */
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When it happened: the impact that made its level, and so later when the level rises
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the wearable; null where none was involved, or it is deleted
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What is hurt; null if not said
             * @example Left wrist
             */
            readonly injuries: string | null;
            /**
             * @description Where it happened; null if not said
             * @example Bathroom
             */
            readonly location: string | null;
            /** @description What a caregiver found; the last word stands; null before */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /**
             * @description Given and family name of whoever fell
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly patientRoom: string | null;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /** @description The worst reading; null where none was involved */
            readonly sensorData: components["schemas"]["SensorData"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description Of whoever fell
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
            /**
             * @description Somebody has seen it; null if not said
             * @example true
             */
            readonly witnessed: boolean | null;
        };
        /** @description The envelope of a success */
        readonly FallDetailAnswer: {
            readonly data: components["schemas"]["FallDetail"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description By confidence: NO_FALL up to 0.30, SUSPICIOUS up to 0.50, POTENTIAL up to 0.70 (caregivers are alerted from here on), HIGH below 0.90, CONFIRMED from 0.90 on (an emergency)
         * @example HIGH
         * @enum {string}
         */
        readonly FallLevel: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        /**
         * @description What a caregiver found: a fall, or none
         * @example CONFIRMED
         * @enum {string}
         */
        readonly FallOutcome: "FALSE_ALARM" | "CONFIRMED";
        /**
         * @description How a fall became known: by a wearable's readings, a person's report, or the wearer's own call
         * @example STREAM
         * @enum {string}
         */
        readonly FallSource: "STREAM" | "REPORT" | "HELP_BUTTON";
        /**
         * @description What happened
         * @example fall.raised
         * @enum {string}
         */
        readonly FeedEvent: "fall.raised" | "fall.updated" | "response.changed" | "device.status";
        /** @description Who has forgotten their password */
        readonly ForgottenPassword: {
            /**
             * @description E-mail address of the account, in upper or lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
        };
        /** @description Who should go instead */
        readonly HandOffRequest: {
            /**
             * Format: uuid
             * @description Of a caregiver who is assigned to the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly caregiverId: string;
        };
        /** @description What the operator should know; nothing here changes the status */
        readonly HealthDetails: {
            /**
             * @description Whether a fall could be told to a caregiver outside the console; null until it was looked up
             * @example true
             */
            readonly caregiversReachable: boolean | null;
            /** @description Warnings that need an operator, although the service accepts readings */
            readonly warnings: readonly components["schemas"]["HealthWarning"][];
        };
        /** @description How the service is */
        readonly HealthReport: {
            /**
             * @description Always CONNECTED: without the database the answer is 503
             * @example CONNECTED
             */
            readonly database: string;
            readonly details: components["schemas"]["HealthDetails"];
            readonly detector: components["schemas"]["Detector"];
            readonly memory: components["schemas"]["Memory"];
            /**
             * @description DEGRADED: readings are taken, but something is not as it should be
             * @enum {string}
             */
            readonly status: "HEALTHY" | "DEGRADED";
            /**
             * Format: date-time
             * @description When it was asked
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description How long the process has been running, in s
             * @example 86400
             */
            readonly uptime: number;
            /**
             * @description Of the service
             * @example 0.1.0
             */
            readonly version: string;
        };
        /** @description The envelope of a success */
        readonly HealthReportAnswer: {
            readonly data: components["schemas"]["HealthReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description How well a patient is */
        readonly HealthSummary: {
            /**
             * @description How well the person is: 100 with nothing wrong or nothing known, in points
             * @example 96
             */
            readonly healthScore: number;
            /**
             * @description The risk score is 75 or more
             * @example false
             */
            readonly isHighRisk: boolean;
            /**
             * Format: date-time
             * @description When the last reading came; null before the first
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastUpdate: string | null;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description 100 less the health score, in points
             * @example 4
             */
            readonly riskScore: number;
            readonly vitals: components["schemas"]["Vitals"];
        };
        /** @description The envelope of a success */
        readonly HealthSummaryAnswer: {
            readonly data: components["schemas"]["HealthSummary"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What needs a person */
        readonly HealthWarning: {
            readonly code: components["schemas"]["ReachabilityWarning"];
            /**
             * @description The same in a sentence
             * @example No caregiver on duty has a working notification method.
             */
            readonly message: string;
        };
        /** @description A reading, or the mean (of impacts the maximum) of those of a minute or an hour */
        readonly HistoryPoint: {
            /**
             * @description Acceleration, whatever its direction, in m/s²
             * @example 9.82
             */
            readonly accelMagnitude: number;
            /**
             * @description The greatest acceleration, in m/s²
             * @example 9.82
             */
            readonly accelMagnitudeMax: number;
            /**
             * @description Charge of the battery; null where it was not measured, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /**
             * @description How sure the detector is that this is a fall: 0 not at all, 1 entirely
             * @example 0.04
             */
            readonly fallConfidence: number;
            /**
             * @description Rotation, whatever its direction, in °/s
             * @example 0.23
             */
            readonly gyroMagnitude: number;
            /**
             * @description How well the person is: 100 with nothing wrong or nothing known, in points
             * @example 96
             */
            readonly healthScore: number;
            /**
             * @description Heart rate; null until reported, in bpm
             * @example 72
             */
            readonly heartRate: number | null;
            /**
             * @description Air pressure; null where it was not measured, in hPa
             * @example 1013.2
             */
            readonly pressure: number | null;
            /**
             * @description How many readings the point stands for
             * @example 1
             */
            readonly readings: number;
            /**
             * @description Oxygen saturation of the blood; null until reported, in %
             * @example 97
             */
            readonly spo2: number | null;
            /**
             * Format: date-time
             * @description When the reading was taken, or when the minute or hour began
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
        };
        /** @description The envelope of a success */
        readonly HistoryPointListAnswer: {
            readonly data: readonly components["schemas"]["HistoryPoint"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Who somebody is */
        readonly Identity: {
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description The envelope of a success that opens or renews a session */
        readonly IdentityWithTokenAnswer: {
            readonly data: components["schemas"]["Identity"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
            /**
             * @description The session: to be sent as `Authorization: Bearer <token>`. The same is set as a cookie
             * @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzZjBjOWE1MiJ9.c2lnbmF0dXJl
             */
            readonly token: string;
        };
        /** @description A fall that is to be looked into */
        readonly InvestigatedFall: {
            /** @description Caregivers who were alerted */
            readonly alerts: readonly components["schemas"]["FallAlert"][];
            /** @description Why the detector thinks so; null where it was not asked */
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When it happened: the impact that made its level, and so later when the level rises
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the wearable; null where none was involved, or it is deleted
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What is hurt; null if not said
             * @example Left wrist
             */
            readonly injuries: string | null;
            readonly investigation: components["schemas"]["Investigation"];
            /**
             * @description Where it happened; null if not said
             * @example Bathroom
             */
            readonly location: string | null;
            /** @description What a caregiver found; the last word stands; null before */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /**
             * @description Given and family name of whoever fell
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly patientRoom: string | null;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /** @description The worst reading; null where none was involved */
            readonly sensorData: components["schemas"]["SensorData"] | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description Of whoever fell
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
            /**
             * @description Somebody has seen it; null if not said
             * @example true
             */
            readonly witnessed: boolean | null;
        };
        /** @description The envelope of a success */
        readonly InvestigatedFallAnswer: {
            readonly data: components["schemas"]["InvestigatedFall"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description That a fall is to be looked into */
        readonly Investigation: {
            /**
             * @description It is
             * @constant
             */
            readonly flagged: true;
            /**
             * Format: date-time
             * @description Since when
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly flaggedAt: string;
            /**
             * Format: uuid
             * @description Of the admin who wants it
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly flaggedBy: string;
            /**
             * @description Why; null if not said
             * @example Third fall in the same room
             */
            readonly note: string | null;
        };
        /** @description Why a fall is to be looked into */
        readonly InvestigationRequest: {
            /**
             * @description Why
             * @example Third fall in the same room
             */
            readonly note?: string | null;
        };
        /** @description An alert, with what its caregiver found */
        readonly JudgedAlert: {
            /**
             * @description This caregiver has taken notice of it
             * @example false
             */
            readonly acknowledged: boolean;
            /**
             * Format: uuid
             * @description Of the wearable; null where there is none
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string | null;
            /**
             * Format: uuid
             * @description Of the fall; null of what is no fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly fallId: string | null;
            /**
             * Format: uuid
             * @description Of the alert
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What happened, in a sentence for people
             * @example Fall detected: Rosa Klein
             */
            readonly message: string;
            /** @description What this caregiver found; null if they have not said */
            readonly outcome: components["schemas"]["FallOutcome"] | null;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description Given and family name of the patient
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly patientRoom: string | null;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /**
             * @description Of a fall its level; of a wearable LOW, MEDIUM or HIGH; of a flood HIGH
             * @example HIGH
             */
            readonly severity: string;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description FALL_DETECTED; DEVICE_INACTIVE, DEVICE_OFFLINE, DEVICE_BATTERY_LOW of a wearable; REPORT_FLOOD of a person who reports too many falls
             * @example FALL_DETECTED
             */
            readonly type: string;
        };
        /** @description The envelope of a success */
        readonly JudgedAlertAnswer: {
            readonly data: components["schemas"]["JudgedAlert"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The envelope of a page of a list */
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
        /** @description What is to change of when caregivers are alerted; null takes the setting again */
        readonly LimitsChange: {
            /**
             * @description Charge of the battery below which caregivers are alerted (0: never), in %
             * @example 10
             */
            readonly batteryLowPercent?: number | null;
            /**
             * @description Silence of a wearable after which caregivers are alerted, in minutes
             * @example 30
             */
            readonly deviceSilentMinutes?: number | null;
        };
        /** @description A fall, as lists show it */
        readonly ListedFall: {
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When it happened: the impact that made its level, and so later when the level rises
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Where it happened; null if not said
             * @example Bathroom
             */
            readonly location: string | null;
            /**
             * @description A caregiver has acknowledged or claimed it
             * @example true
             */
            readonly responded: boolean;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /**
             * @description From the fall to its first acknowledgement or claim; null before, in s
             * @example 42
             */
            readonly responseTime: number | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
        };
        /** @description The envelope of a page of a list */
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
        /** @description A patient, as lists show them */
        readonly ListedPatient: {
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given, and for whom it does not concern
             * @example 1948-03-17
             */
            readonly dateOfBirth: string | null;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Phone number to call in an emergency; null if not given, and for whom it does not concern
             * @example +49 171 7654321
             */
            readonly emergencyContact: string | null;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * @description How well the person is: 100 with nothing wrong or nothing known, in points
             * @example 96
             */
            readonly healthScore: number | null;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Where the patient is found; null if not given, and for whom it does not concern
             * @example 12 B
             */
            readonly room: string | null;
            readonly status: components["schemas"]["AccountStatus"];
        };
        /** @description The envelope of a page of a list */
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
            readonly data: components["schemas"]["SensorReading"];
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "reading";
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
        readonly "live.server.alert": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
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
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
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
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
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
            /**
             * @description Stable name of the error, for programs (docs/errors.md)
             * @example VALIDATION_FAILED
             */
            readonly code: string;
            /**
             * @description Problems by field; inner fields as `steps.0.targets`
             * @example {
             *       "email": "must be a valid e-mail address"
             *     }
             */
            readonly details?: {
                readonly [key: string]: string;
            };
            /**
             * @description What went wrong, in a sentence for people
             * @example Validation failed
             */
            readonly error: string;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description When to try again, with a 429, in s
             * @example 1
             */
            readonly retryAfter?: number;
            /**
             * @description The HTTP status of the same error
             * @example 400
             */
            readonly status: number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "assessment";
        };
        readonly "live.server.device.status": {
            readonly data: components["schemas"]["DeviceStatusChange"];
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
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
            /**
             * @description Stable name of the error, for programs (docs/errors.md)
             * @example VALIDATION_FAILED
             */
            readonly code: string;
            /**
             * @description Problems by field; inner fields as `steps.0.targets`
             * @example {
             *       "email": "must be a valid e-mail address"
             *     }
             */
            readonly details?: {
                readonly [key: string]: string;
            };
            /**
             * @description What went wrong, in a sentence for people
             * @example Validation failed
             */
            readonly error: string;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description When to try again, with a 429, in s
             * @example 1
             */
            readonly retryAfter?: number;
            /**
             * @description The HTTP status of the same error
             * @example 400
             */
            readonly status: number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "error";
        };
        readonly "live.server.message": {
            readonly data: components["schemas"]["Message"];
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "message";
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
        readonly "live.server.response": {
            readonly data: components["schemas"]["ResponseChange"];
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
            readonly id?: number;
            /** @description The client's reference for a frame. The reply carries the same value. */
            readonly ref?: string | number;
            /**
             * @description Frame type
             * @constant
             */
            readonly type: "response";
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
        };
        /** @description A reading, as a point of a chart */
        readonly LiveReading: {
            /**
             * @description Acceleration, whatever its direction, in m/s²
             * @example 9.82
             */
            readonly accelMagnitude: number;
            /**
             * @description The greatest acceleration, in m/s²
             * @example 9.82
             */
            readonly accelMagnitudeMax: number;
            /**
             * @description Charge of the battery; null where it was not measured, in %
             * @example 87.5
             */
            readonly batteryLevel: number | null;
            /**
             * Format: uuid
             * @description Of the device
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly deviceId: string;
            /**
             * @description How sure the detector is that this is a fall: 0 not at all, 1 entirely
             * @example 0.04
             */
            readonly fallConfidence: number;
            /**
             * @description Rotation, whatever its direction, in °/s
             * @example 0.23
             */
            readonly gyroMagnitude: number;
            /**
             * @description How well the person is: 100 with nothing wrong or nothing known, in points
             * @example 96
             */
            readonly healthScore: number;
            /**
             * @description Heart rate; null until reported, in bpm
             * @example 72
             */
            readonly heartRate: number | null;
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description Air pressure; null where it was not measured, in hPa
             * @example 1013.2
             */
            readonly pressure: number | null;
            /**
             * @description How many readings the point stands for
             * @example 1
             */
            readonly readings: number;
            /**
             * @description Oxygen saturation of the blood; null until reported, in %
             * @example 97
             */
            readonly spo2: number | null;
            /**
             * Format: date-time
             * @description When the reading was taken, or when the minute or hour began
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
        };
        /**
         * @description Who logs in
         * @example {
         *       "email": "rosa.klein@example.org",
         *       "password": "Sunny*Day42"
         *     }
         */
        readonly Login: {
            /**
             * @description E-mail address of the account, in upper or lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description The password of the account
             * @example Sunny*Day42
             */
            readonly password: string;
            /**
             * @description Of accounts with a second factor: the code that the app shows, or a recovery code; each works once
             * @example 123456
             */
            readonly totp?: string | null;
        };
        /**
         * @description How bad it is
         * @example error
         * @enum {string}
         */
        readonly LogLevel: "error" | "warning" | "info";
        /** @description How a task is run */
        readonly MaintenanceOptions: {
            /**
             * @description Only tell what it would do
             * @example true
             */
            readonly dryRun?: boolean | null;
        };
        /** @description What a task has done */
        readonly MaintenanceReport: {
            /**
             * Format: date-time
             * @description When it was done
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly finishedAt: string;
            /**
             * @description Result of the task; differs per task
             * @example {
             *       "partitions": 0
             *     }
             */
            readonly result: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it began
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly startedAt: string;
            /**
             * @description Whether it was done, or only told
             * @enum {string}
             */
            readonly status: "COMPLETED" | "DRY_RUN";
            readonly task: components["schemas"]["MaintenanceTask"];
        };
        /** @description The envelope of a success */
        readonly MaintenanceReportAnswer: {
            readonly data: components["schemas"]["MaintenanceReport"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description A task that is to be run now */
        readonly MaintenanceRequest: {
            /** @description How a task is run */
            readonly options?: components["schemas"]["MaintenanceOptions"] | null;
            readonly task: components["schemas"]["MaintenanceTask"];
        };
        /**
         * @description apply_retention deletes readings that are past their time, cleanup_logs a device's entries beyond 1000, purge_sessions those that are over; analyze renews the database's statistics
         * @example apply_retention
         * @enum {string}
         */
        readonly MaintenanceTask: "apply_retention" | "cleanup_logs" | "purge_sessions" | "analyze";
        /** @description Memory of the process */
        readonly Memory: {
            /**
             * @description What it could use besides, in bytes
             * @example 4000000000
             */
            readonly available: number;
            /**
             * @description What the process uses, in bytes
             * @example 180000000
             */
            readonly used: number;
        };
        /** @description A message between two users */
        readonly Message: {
            /**
             * @description What it says
             * @example I will look in at four.
             */
            readonly content: string;
            /**
             * Format: date-time
             * @description When it was written
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the message
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description The recipient has read it
             * @example false
             */
            readonly read: boolean;
            /**
             * Format: uuid
             * @description Of whom it is for
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly recipientId: string;
            /**
             * Format: uuid
             * @description Of whoever wrote it
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly senderId: string;
            readonly type: components["schemas"]["MessageType"];
        };
        /** @description The envelope of a success */
        readonly MessageAnswer: {
            readonly data: components["schemas"]["Message"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The envelope of a page of a list */
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
         * @example TEXT
         * @enum {string}
         */
        readonly MessageType: "TEXT";
        /**
         * @description Falls below this level send no notification
         * @example POTENTIAL
         * @enum {string}
         */
        readonly MinSeverity: "POTENTIAL" | "HIGH" | "CONFIRMED";
        readonly "mqttAlerts.alert": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
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
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
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
            /**
             * @description Number of the event, to resume from by `?after=`; missing when it is told again
             * @example 4711
             */
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
         * @description Whether it is connected
         * @enum {string}
         */
        readonly "mqttPresence.presence": "online" | "offline";
        /** @description A reading whose device the topic names */
        readonly MqttReading: {
            /**
             * @description Acceleration along the device's x axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 0.5
             */
            readonly accel_x: number;
            /**
             * @description Acceleration along the device's y axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 0.3
             */
            readonly accel_y: number;
            /**
             * @description Acceleration along the device's z axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 9.8
             */
            readonly accel_z: number;
            /**
             * @description Charge of the battery, in %
             * @example 87.5
             */
            readonly battery_level?: number | null;
            /**
             * @description It is connected by Bluetooth
             * @example false
             */
            readonly bluetooth_connected?: boolean | null;
            /**
             * @description As in the topic, or not given
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly device_id?: string | null;
            /**
             * @description Version of the firmware
             * @example 1.4.2
             */
            readonly firmware_version?: string | null;
            /**
             * @description Pressure under the foot: 0 none, 1 the most that is measured
             * @example 0.4
             */
            readonly fsr?: number | null;
            /**
             * @description Rotation about the device's x axis (not rad/s), in °/s
             * @example 0.1
             */
            readonly gyro_x: number;
            /**
             * @description Rotation about the device's y axis (not rad/s), in °/s
             * @example 0.2
             */
            readonly gyro_y: number;
            /**
             * @description Rotation about the device's z axis (not rad/s), in °/s
             * @example -0.05
             */
            readonly gyro_z: number;
            /**
             * @description Heart rate, in bpm
             * @example 72
             */
            readonly heart_rate?: number | null;
            /**
             * @description Air pressure, in hPa
             * @example 1013.2
             */
            readonly pressure?: number | null;
            /** @description The raw signal since the last reading, oldest first (t_ms ascending), so that one message a second carries the full sampling rate: it finds falls that a single reading a second misses */
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ])[] | null;
            /**
             * @description Its sensors work
             * @example true
             */
            readonly sensors_initialized?: boolean | null;
            /**
             * @description Strength of the radio signal, the nearer to 0 the better, in dBm
             * @example -61
             */
            readonly signal_strength?: number | null;
            /**
             * @description Oxygen saturation of the blood, in %
             * @example 97
             */
            readonly spo2?: number | null;
            /**
             * @description How long the device has been running, in ms
             * @example 3600000
             */
            readonly uptime_ms: number;
            /**
             * @description It is connected by Wi-Fi
             * @example true
             */
            readonly wifi_connected?: boolean | null;
        };
        readonly "mqttReadings.reading": components["schemas"]["MqttReading"];
        /** @description An account that was just opened */
        readonly NewAccount: {
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            readonly role: components["schemas"]["Role"];
        };
        /** @description The envelope of a success that opens or renews a session */
        readonly NewAccountWithTokenAnswer: {
            readonly data: components["schemas"]["NewAccount"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
            /**
             * @description The session: to be sent as `Authorization: Bearer <token>`. The same is set as a cookie
             * @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzZjBjOWE1MiJ9.c2lnbmF0dXJl
             */
            readonly token: string;
        };
        /** @description Whom a caregiver looks after from now on */
        readonly NewAssignment: {
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description What the caregiver is to the patient
             * @example daughter
             */
            readonly relationship?: string | null;
        };
        /** @description A caregiver who gets an account */
        readonly NewCaregiver: {
            /**
             * @description E-mail address; compared and kept in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * @description Mail a link to the first password instead of answering one; 409 without SMTP_URL
             * @example false
             */
            readonly invite?: boolean | null;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description Whom they work for
             * @example House at the Park
             */
            readonly organization?: string | null;
            /**
             * @description Phone number, as people write it
             * @example +49 30 1234567
             */
            readonly phone?: string | null;
            /**
             * @description What they are trained in
             * @example Geriatric care
             */
            readonly specialization?: string | null;
        };
        /**
         * @description A user's notification channel
         * @example {
         *       "kind": "ntfy",
         *       "url": "https://ntfy.example.org",
         *       "topic": "rosa-at-night"
         *     }
         */
        readonly NewChannel: components["schemas"]["NewWebPushChannel"] | components["schemas"]["NewEmailChannel"] | components["schemas"]["NewNtfyChannel"] | components["schemas"]["NewWebhookChannel"];
        /** @description A wearable that is yet to send */
        readonly NewDevice: {
            /**
             * @description MAC address of the wearable, printed on it or shown by it; with colons, with hyphens or plain, in upper or lower case
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly macAddress: string;
            /**
             * @description What people call it; made from the MAC address if not given
             * @example Left wrist
             */
            readonly name?: string | null;
        };
        /** @description An e-mail address */
        readonly NewEmailChannel: {
            /**
             * @description The address; a code is sent to it
             * @example rosa.klein@example.org
             */
            readonly address: string;
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "email";
            /** @description Falls below this level are not told; POTENTIAL if not given */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description When somebody is not to be woken; HIGH and above are told all the same */
            readonly quietHours?: components["schemas"]["QuietHours"] | null;
        };
        /** @description A fall that somebody reports */
        readonly NewFall: {
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * @description What is hurt
             * @example Left wrist
             */
            readonly injuries?: string | null;
            /**
             * @description Where it happened
             * @example Bathroom
             */
            readonly location?: string | null;
            /**
             * @description Somebody has seen it
             * @example true
             */
            readonly witnessed?: boolean | null;
        };
        /** @description A message to another user */
        readonly NewMessage: {
            /**
             * @description What it says
             * @example I will look in at four.
             */
            readonly content: string;
            /**
             * Format: uuid
             * @description Of whom it is for
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly recipientId: string;
            /** @description Kind of message */
            readonly type?: components["schemas"]["MessageType"] | null;
        };
        /** @description A topic of an ntfy server */
        readonly NewNtfyChannel: {
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "ntfy";
            /** @description Falls below this level are not told; POTENTIAL if not given */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description When somebody is not to be woken; HIGH and above are told all the same */
            readonly quietHours?: components["schemas"]["QuietHours"] | null;
            /**
             * @description Access token, if the topic is protected
             * @example tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2
             */
            readonly token?: string | null;
            /**
             * @description The ntfy topic
             * @example rosa-at-night
             */
            readonly topic: string;
            /**
             * Format: uri
             * @description The server: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             * @example https://ntfy.example.org
             */
            readonly url: string;
        };
        /** @description A patient who gets an account */
        readonly NewPatient: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             * @example 1948-03-17
             */
            readonly dateOfBirth?: string | null;
            /**
             * @description E-mail address; compared and kept in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Phone number to call in an emergency
             * @example +49 171 7654321
             */
            readonly emergencyContact?: string | null;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * @description Mail a link to the first password instead of answering one; 409 without SMTP_URL
             * @example false
             */
            readonly invite?: boolean | null;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description Phone number, as people write it
             * @example +49 30 1234567
             */
            readonly phone?: string | null;
            /**
             * @description Where the patient is found
             * @example 12 B
             */
            readonly room?: string | null;
        };
        /** @description That somebody is on duty */
        readonly NewShift: {
            /**
             * Format: date-time
             * @description When the shift ends: in the future, at most 24 hours ahead
             * @example 2026-03-01T14:00:00Z
             */
            readonly until: string;
        };
        /** @description A system of the organisation's that wants to hear */
        readonly NewWebhook: {
            /** @description Event types to send */
            readonly events: readonly components["schemas"]["FeedEvent"][];
            /**
             * Format: uri
             * @description Where to POST to: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             * @example https://example.org/hooks/vigil
             */
            readonly url: string;
        };
        /** @description A system of their own */
        readonly NewWebhookChannel: {
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "webhook";
            /** @description Falls below this level are not told; POTENTIAL if not given */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description When somebody is not to be woken; HIGH and above are told all the same */
            readonly quietHours?: components["schemas"]["QuietHours"] | null;
            /**
             * Format: uri
             * @description Where to POST to: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             * @example https://example.org/hooks/vigil
             */
            readonly url: string;
        };
        /** @description A browser */
        readonly NewWebPushChannel: {
            /**
             * Format: uri
             * @description As the browser gave it with its push subscription: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)
             * @example https://push.example.org/v2/abc
             */
            readonly endpoint: string;
            readonly keys: components["schemas"]["SubscriptionKeys"];
            /**
             * @description Channel kind
             * @constant
             */
            readonly kind: "webpush";
            /** @description Falls below this level are not told; POTENTIAL if not given */
            readonly minSeverity?: components["schemas"]["MinSeverity"] | null;
            /** @description When somebody is not to be woken; HIGH and above are told all the same */
            readonly quietHours?: components["schemas"]["QuietHours"] | null;
        };
        /** @description That it is done */
        readonly Notice: {
            /**
             * @description What was done, in a sentence for people
             * @example The patient is deleted
             */
            readonly message: string;
        };
        /** @description The envelope of a success */
        readonly NoticeAnswer: {
            readonly data: components["schemas"]["Notice"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Caregivers on duty */
        readonly OnDuty: {
            /**
             * Format: uuid
             * @description Of the caregiver
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Given and family name of the caregiver
             * @example Rosa Klein
             */
            readonly name: string;
            /**
             * Format: date-time
             * @description When the shift ends
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly until: string;
        };
        /** @description The envelope of a success */
        readonly OnDutyAnswer: {
            readonly data: components["schemas"]["OnDuty"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The envelope of a success */
        readonly OnDutyListAnswer: {
            readonly data: readonly components["schemas"]["OnDuty"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description How many emergencies are open */
        readonly OpenAlerts: {
            /**
             * @description All of them
             * @example 23
             */
            readonly count: number;
        };
        /** @description An OpenAPI document */
        readonly OpenApiDocument: {
            /**
             * @description Version of OpenAPI
             * @example 3.1.0
             */
            readonly openapi: string;
        };
        /** @description A fall that somebody should look at */
        readonly OpenFall: {
            /** @description Why the detector thinks so; null where it was not asked */
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When it happened: the impact that made its level, and so later when the level rises
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Where it happened; null if not said
             * @example Bathroom
             */
            readonly location: string | null;
            /**
             * @description Given and family name of whoever fell
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly patientRoom: string | null;
            /**
             * @description A caregiver has acknowledged or claimed it
             * @example true
             */
            readonly responded: boolean;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /**
             * @description From the fall to its first acknowledgement or claim; null before, in s
             * @example 42
             */
            readonly responseTime: number | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description Of whoever fell
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
        };
        /** @description Which part of a list this is */
        readonly Pagination: {
            /**
             * @description How many records a page has at most
             * @example 10
             */
            readonly limit: number;
            /**
             * @description This page, counted from 1
             * @example 1
             */
            readonly page: number;
            /**
             * @description How many records the whole list has
             * @example 1
             */
            readonly total: number;
            /**
             * @description How many pages the whole list has
             * @example 1
             */
            readonly totalPages: number;
        };
        /**
         * @description A new password, by whoever knows the old one
         * @example {
         *       "currentPassword": "Sunny*Day42",
         *       "newPassword": "Rainy*Day43",
         *       "confirmPassword": "Rainy*Day43"
         *     }
         */
        readonly PasswordChange: {
            /**
             * @description The new password once more
             * @example Sunny*Day42
             */
            readonly confirmPassword: string;
            /**
             * @description The password until now
             * @example Sunny*Day42
             */
            readonly currentPassword: string;
            /**
             * @description The password to log in with from now on: 8 to 128 characters, among them an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*
             * @example Sunny*Day42
             */
            readonly newPassword: string;
        };
        /** @description A new password, by whoever got the mail */
        readonly PasswordReset: {
            /**
             * @description The password to log in with from now on: 8 to 128 characters, among them an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*
             * @example Sunny*Day42
             */
            readonly newPassword: string;
            /**
             * @description The token from the link in the mail, after `token=`
             * @example q1WmB0y8rS3nC5vK2xT7hJ4pL9dF6gZa
             */
            readonly token: string;
        };
        /** @description A patient, for themself and whoever looks after them */
        readonly Patient: {
            /** @description The patient's caregivers */
            readonly caregivers: readonly components["schemas"]["CaregiverOfPatient"][];
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             * @example 1948-03-17
             */
            readonly dateOfBirth: string | null;
            /** @description The patient's devices */
            readonly devices: readonly components["schemas"]["DeviceOfPatient"][];
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Phone number to call in an emergency; null if not given
             * @example +49 171 7654321
             */
            readonly emergencyContact: string | null;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Phone number; null if not given
             * @example +49 30 1234567
             */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly room: string | null;
            readonly status: components["schemas"]["AccountStatus"];
        };
        /** @description The envelope of a success */
        readonly PatientAnswer: {
            readonly data: components["schemas"]["Patient"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What is to change of a patient */
        readonly PatientChange: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             * @example 1948-03-17
             */
            readonly dateOfBirth?: string | null;
            /**
             * @description E-mail address; compared and kept in lower case
             * @example rosa.klein@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number to call in an emergency
             * @example +49 171 7654321
             */
            readonly emergencyContact?: string | null;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName?: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName?: string;
            /**
             * @description Phone number, as people write it
             * @example +49 30 1234567
             */
            readonly phone?: string | null;
            /**
             * @description Where the patient is found
             * @example 12 B
             */
            readonly room?: string | null;
        };
        /** @description Whose live readings are meant */
        readonly PatientChoice: {
            /**
             * Format: uuid
             * @description Of an assigned patient, or oneself
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
        };
        /** @description The ladder that is climbed for a patient */
        readonly PatientEscalation: {
            /**
             * @description The organisation's, because the patient has none of their own
             * @example true
             */
            readonly inherited: boolean;
            readonly repeats: components["schemas"]["EscalationRepeats"];
            /** @description Steps, in order of time */
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        /** @description The envelope of a success */
        readonly PatientEscalationAnswer: {
            readonly data: components["schemas"]["PatientEscalation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description When caregivers are alerted to a patient's wearable */
        readonly PatientLimits: {
            /**
             * @description Charge of the battery below which caregivers are alerted (0: never), in %
             * @example 10
             */
            readonly batteryLowPercent: number;
            /**
             * @description Silence of a wearable after which caregivers are alerted, in minutes
             * @example 30
             */
            readonly deviceSilentMinutes: number;
            /**
             * @description As the settings say, because the patient has none of their own
             * @example true
             */
            readonly inherited: boolean;
        };
        /** @description The envelope of a success */
        readonly PatientLimitsAnswer: {
            readonly data: components["schemas"]["PatientLimits"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description All that the page of one patient shows */
        readonly PatientOverview: {
            /** @description The patient's devices */
            readonly devices: readonly components["schemas"]["DeviceOverview"][];
            /** @description The newest 50 falls */
            readonly falls: readonly components["schemas"]["ListedFall"][];
            readonly health: components["schemas"]["HealthSummary"];
            readonly patient: components["schemas"]["Patient"];
            /**
             * @description How many falls there are in all
             * @example 1
             */
            readonly totalFalls: number;
        };
        /** @description The envelope of a success */
        readonly PatientOverviewAnswer: {
            readonly data: components["schemas"]["PatientOverview"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Somebody, by name */
        readonly Person: {
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Given and family name
             * @example Rosa Klein
             */
            readonly name: string;
        };
        /** @description That the connection lives */
        readonly Pong: {
            /**
             * Format: date-time
             * @description The clock of the service
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly serverTime: string;
        };
        /** @description The user's profile. */
        readonly Profile: {
            /**
             * @description URL of a picture; null if not given
             * @example https://example.org/rosa.png
             */
            readonly avatar: string | null;
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             * @example 1948-03-17
             */
            readonly dateOfBirth: string | null;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When the account was last logged in to; null if never
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastLogin: string | null;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Phone number; null if not given
             * @example +49 30 1234567
             */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
        };
        /** @description The envelope of a success */
        readonly ProfileAnswer: {
            readonly data: components["schemas"]["Profile"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What is to change in the own profile */
        readonly ProfileChange: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             * @example 1948-03-17
             */
            readonly dateOfBirth?: string | null;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName?: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName?: string;
            /**
             * @description Phone number, as people write it
             * @example +49 30 1234567
             */
            readonly phone?: string | null;
        };
        /** @description The public key for Web Push subscriptions */
        readonly PushKey: {
            /**
             * @description For the browser's PushManager.subscribe: applicationServerKey
             * @example BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4
             */
            readonly publicKey: string;
        };
        /** @description The envelope of a success */
        readonly PushKeyAnswer: {
            readonly data: components["schemas"]["PushKey"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description When somebody is not to be woken; HIGH and above are told all the same */
        readonly QuietHours: {
            /**
             * @description Begin, on a clock of the time zone, HH:MM
             * @example 22:00
             */
            readonly from: string;
            /**
             * @description Name of a time zone (IANA)
             * @example Europe/Berlin
             */
            readonly timeZone: string;
            /**
             * @description End, on a clock of the time zone, HH:MM: before `from` it is of the next day; not the same as `from`
             * @example 06:00
             */
            readonly to: string;
        };
        /**
         * @description What keeps a fall from being told outside the console
         * @example ON_DUTY_UNREACHABLE
         * @enum {string}
         */
        readonly ReachabilityWarning: "ON_DUTY_UNREACHABLE" | "CAREGIVERS_UNREACHABLE" | "NO_CAREGIVERS";
        /** @description That a conversation was read */
        readonly ReadConversation: {
            /**
             * @description How many messages were unread until now
             * @example 2
             */
            readonly read: number;
        };
        /** @description The envelope of a success */
        readonly ReadConversationAnswer: {
            readonly data: components["schemas"]["ReadConversation"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description How long the proof counts */
        readonly Reauthenticated: {
            /**
             * Format: date-time
             * @description When the password must be given again
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly until: string;
        };
        /** @description The envelope of a success */
        readonly ReauthenticatedAnswer: {
            readonly data: components["schemas"]["Reauthenticated"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Proof that whoever is logged in is still the owner of the account
         * @example {
         *       "password": "Sunny*Day42"
         *     }
         */
        readonly Reauthentication: {
            /**
             * @description The password of the account
             * @example Sunny*Day42
             */
            readonly password: string;
            /**
             * @description For accounts with a second factor: the code that the app shows, or a recovery code; each works once
             * @example 123456
             */
            readonly totp?: string | null;
        };
        /** @description A fall, as lists over all patients show it */
        readonly RecentFall: {
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When it happened: the impact that made its level, and so later when the level rises
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Where it happened; null if not said
             * @example Bathroom
             */
            readonly location: string | null;
            /**
             * @description Given and family name of whoever fell
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description A caregiver has acknowledged or claimed it
             * @example true
             */
            readonly responded: boolean;
            /** @description Who goes, and what came of it; null below POTENTIAL and of what is no fall */
            readonly response: components["schemas"]["Response"] | null;
            /**
             * @description From the fall to its first acknowledgement or claim; null before, in s
             * @example 42
             */
            readonly responseTime: number | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description Of whoever fell
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
        };
        /** @description The envelope of a page of a list */
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
        /** @description A fall that was just reported */
        readonly RecordedFall: {
            readonly alerts: components["schemas"]["AlertedCaregivers"];
            /**
             * @description How sure it is that this is a fall: 0 not at all, 1 entirely
             * @example 0.82
             */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When it happened: the impact that made its level, and so later when the level rises
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Where it happened; null if not said
             * @example Bathroom
             */
            readonly location: string | null;
            readonly source: components["schemas"]["FallSource"];
            readonly status: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description Of whoever fell
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly userId: string;
            /**
             * @description Somebody has seen it; null if not said
             * @example true
             */
            readonly witnessed: boolean | null;
        };
        /** @description The envelope of a success */
        readonly RecordedFallAnswer: {
            readonly data: components["schemas"]["RecordedFall"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description For the day on which the app is lost */
        readonly RecoveryCodes: {
            /** @description Recovery codes. Each replaces a code once; shown only in this response. */
            readonly recoveryCodes: readonly string[];
        };
        /** @description The envelope of a success */
        readonly RecoveryCodesAnswer: {
            readonly data: components["schemas"]["RecoveryCodes"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What was sent is refused, and need not be sent again */
        readonly Refused: {
            /**
             * @description Stable name of the error, for programs (docs/errors.md)
             * @example VALIDATION_FAILED
             */
            readonly code: string;
            /**
             * @description Problems by field; inner fields as `steps.0.targets`
             * @example {
             *       "email": "must be a valid e-mail address"
             *     }
             */
            readonly details?: {
                readonly [key: string]: string;
            };
            /**
             * @description What went wrong, in a sentence for people
             * @example Validation failed
             */
            readonly error: string;
            /**
             * @description When to try again, with a 429, in s
             * @example 1
             */
            readonly retryAfter?: number;
            /**
             * @description The HTTP status of the same error
             * @example 400
             */
            readonly status: number;
            /**
             * @description The request failed
             * @constant
             */
            readonly success: false;
        };
        /** @description An entry of a backlog that was not stored */
        readonly RefusedEntry: {
            /**
             * @description Stable name of the error, for programs (docs/errors.md)
             * @example VALIDATION_FAILED
             */
            readonly code: string;
            /**
             * @description Problems by field; inner fields as `steps.0.targets`
             * @example {
             *       "email": "must be a valid e-mail address"
             *     }
             */
            readonly details?: {
                readonly [key: string]: string;
            };
            /**
             * @description What is wrong with it, in a sentence for people
             * @example Validation failed
             */
            readonly error: string;
            /**
             * @description Its place in the backlog, counted from 0
             * @example 3
             */
            readonly index: number;
        };
        /** @description A session that ends later than before */
        readonly RenewedSession: {
            /**
             * Format: date-time
             * @description When the new token expires and the session ends
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly expiresAt: string;
            /**
             * Format: date-time
             * @description Time beyond which no renewal moves the end (`SESSION_MAX_DAYS` after login)
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly renewableUntil: string;
        };
        /** @description The envelope of a success that opens or renews a session */
        readonly RenewedSessionWithTokenAnswer: {
            readonly data: components["schemas"]["RenewedSession"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
            /**
             * @description The session: to be sent as `Authorization: Bearer <token>`. The same is set as a cookie
             * @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzZjBjOWE1MiJ9.c2lnbmF0dXJl
             */
            readonly token: string;
        };
        /** @description What came of a fall */
        readonly ResolveRequest: {
            /**
             * @description What there is to say about it
             * @example Sits on the bed, nothing broken
             */
            readonly note?: string | null;
            /**
             * @description FALSE_ALARM counts against the detector, the others for it
             * @enum {string}
             */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM";
        };
        /** @description Who goes to a fall, and what came of it */
        readonly Response: {
            /**
             * Format: date-time
             * @description Since when somebody goes; null when nobody does
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly claimedAt: string | null;
            /** @description Who goes; null when nobody does */
            readonly claimedBy: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description When others are called again; null when nobody goes
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly claimExpiresAt: string | null;
            /**
             * @description How long they said they need; null if they did not, in minutes
             * @example 5
             */
            readonly etaMinutes: number | null;
            /**
             * Format: date-time
             * @description When the next people are called; null when nobody will be
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly nextStepAt: string | null;
            /**
             * @description What they wrote about it; null if nothing
             * @example Sits on the bed, nothing broken
             */
            readonly note: string | null;
            /** @description Whom it was handed off to and has not taken it yet; else null */
            readonly offeredTo: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description Until when the wearer is asked, in CHECKING; else null
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly okUntil: string | null;
            /**
             * @description What came of it; null before it is over
             * @enum {string|null}
             */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT" | null;
            /**
             * Format: date-time
             * @description When it was over; null before
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly resolvedAt: string | null;
            /** @description Who said so; the patient where they are OK; null before it is over */
            readonly resolvedBy: components["schemas"]["Person"] | null;
            readonly state: components["schemas"]["ResponseState"];
            /**
             * @description How many steps of the ladder were taken
             * @example 1
             */
            readonly step: number;
        };
        /** @description What has become of a fall */
        readonly ResponseChange: {
            /**
             * Format: uuid
             * @description Of the fall
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly fallId: string;
            readonly level?: components["schemas"]["FallLevel"];
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description Given and family name of the patient
             * @example Rosa Klein
             */
            readonly patientName: string;
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly patientRoom: string | null;
            readonly response: components["schemas"]["Response"];
        };
        /**
         * @description CHECKING: the wearer may still say that they are OK; OPEN: people are called, one step after the other; CLAIMED: somebody goes; RESOLVED: it is over
         * @example RESOLVED
         * @enum {string}
         */
        readonly ResponseState: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
        /**
         * @description What an account may do
         * @example PATIENT
         * @enum {string}
         */
        readonly Role: "PATIENT" | "CAREGIVER" | "ADMIN";
        /** @description What somebody may do from now on */
        readonly RoleChange: {
            readonly role: components["schemas"]["Role"];
        };
        /** @description That the app is set up */
        readonly SecondFactorConfirmation: {
            /**
             * @description That the app shows now
             * @example 123456
             */
            readonly code: string;
        };
        /** @description A secret for an authenticator app */
        readonly SecondFactorOffer: {
            /**
             * @description The secret as an otpauth URL, for a QR code
             * @example otpauth://totp/Vigil:rosa.klein%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
             */
            readonly otpauthUrl: string;
            /**
             * @description The secret in base 32, to type into an authenticator app
             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
             */
            readonly secret: string;
        };
        /** @description The envelope of a success */
        readonly SecondFactorOfferAnswer: {
            readonly data: components["schemas"]["SecondFactorOffer"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Who removes their second factor */
        readonly SecondFactorRemoval: {
            /**
             * @description The password of the account
             * @example Sunny*Day42
             */
            readonly password: string;
        };
        /** @description Whether logging in takes a code besides */
        readonly SecondFactorState: {
            /**
             * @description There is one
             * @example true
             */
            readonly active: boolean;
            /**
             * Format: date-time
             * @description Since when there is one; null without
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly confirmedAt: string | null;
            /**
             * @description How many recovery codes were not used yet
             * @example 10
             */
            readonly recoveryCodesLeft: number;
            /**
             * @description Nothing else works until it is set up (REQUIRE_TOTP)
             * @example false
             */
            readonly required: boolean;
        };
        /** @description The envelope of a success */
        readonly SecondFactorStateAnswer: {
            readonly data: components["schemas"]["SecondFactorState"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description The worst reading of a fall */
        readonly SensorData: {
            /**
             * @description Acceleration, gravity included: x, y and z, in m/s²
             * @example [
             *       -15,
             *       -12,
             *       -5
             *     ]
             */
            readonly accel: readonly number[];
            /**
             * @description Rotation: x, y and z, in °/s
             * @example [
             *       500,
             *       450,
             *       -300
             *     ]
             */
            readonly gyro: readonly number[];
            /**
             * Format: date-time
             * @description When it was taken
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly timestamp: string;
        };
        /** @description What a wearable measures, once a second */
        readonly SensorReading: {
            /**
             * @description Acceleration along the device's x axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 0.5
             */
            readonly accel_x: number;
            /**
             * @description Acceleration along the device's y axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 0.3
             */
            readonly accel_y: number;
            /**
             * @description Acceleration along the device's z axis, gravity included (at rest the three together are about 9.81, not 1), in m/s²
             * @example 9.8
             */
            readonly accel_z: number;
            /**
             * @description Charge of the battery, in %
             * @example 87.5
             */
            readonly battery_level?: number | null;
            /**
             * @description It is connected by Bluetooth
             * @example false
             */
            readonly bluetooth_connected?: boolean | null;
            /**
             * @description MAC address of the wearable, printed on it or shown by it; with colons, with hyphens or plain, in upper or lower case
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly device_id: string;
            /**
             * @description Version of the firmware
             * @example 1.4.2
             */
            readonly firmware_version?: string | null;
            /**
             * @description Pressure under the foot: 0 none, 1 the most that is measured
             * @example 0.4
             */
            readonly fsr?: number | null;
            /**
             * @description Rotation about the device's x axis (not rad/s), in °/s
             * @example 0.1
             */
            readonly gyro_x: number;
            /**
             * @description Rotation about the device's y axis (not rad/s), in °/s
             * @example 0.2
             */
            readonly gyro_y: number;
            /**
             * @description Rotation about the device's z axis (not rad/s), in °/s
             * @example -0.05
             */
            readonly gyro_z: number;
            /**
             * @description Heart rate, in bpm
             * @example 72
             */
            readonly heart_rate?: number | null;
            /**
             * @description Air pressure, in hPa
             * @example 1013.2
             */
            readonly pressure?: number | null;
            /** @description The raw signal since the last reading, oldest first (t_ms ascending), so that one message a second carries the full sampling rate: it finds falls that a single reading a second misses */
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ])[] | null;
            /**
             * @description Its sensors work
             * @example true
             */
            readonly sensors_initialized?: boolean | null;
            /**
             * @description Strength of the radio signal, the nearer to 0 the better, in dBm
             * @example -61
             */
            readonly signal_strength?: number | null;
            /**
             * @description Oxygen saturation of the blood, in %
             * @example 97
             */
            readonly spo2?: number | null;
            /**
             * @description How long the device has been running, in ms
             * @example 3600000
             */
            readonly uptime_ms: number;
            /**
             * @description It is connected by Wi-Fi
             * @example true
             */
            readonly wifi_connected?: boolean | null;
        };
        /** @description Where somebody is logged in */
        readonly Session: {
            /**
             * Format: date-time
             * @description When it was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description It is the one that asks
             * @example true
             */
            readonly current: boolean;
            /**
             * Format: date-time
             * @description When it ends by itself
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly expiresAt: string;
            /**
             * Format: uuid
             * @description Of the session
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description Address of whoever opened it; null if not known
             * @example 203.0.113.7
             */
            readonly ip: string | null;
            /**
             * Format: date-time
             * @description When it was last used, known to some minutes; null if never
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastUsedAt: string | null;
            /**
             * @description Browser or program of whoever opened it; null if not known
             * @example Mozilla/5.0 (X11; Linux)
             */
            readonly userAgent: string | null;
        };
        /** @description The end of the session of a live socket */
        readonly SessionEnding: {
            /**
             * Format: date-time
             * @description When the session ends and the socket closes, unless the session is renewed
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly at: string;
        };
        /** @description The envelope of a success */
        readonly SessionListAnswer: {
            readonly data: readonly components["schemas"]["Session"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Who opens an account */
        readonly Signup: {
            /**
             * @description E-mail address; compared and kept in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description The password to log in with from now on: 8 to 128 characters, among them an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*
             * @example Sunny*Day42
             */
            readonly password: string;
            /** @description PATIENT if not given; which ones are open is for the operator to say (SIGNUP_ROLES) */
            readonly role?: components["schemas"]["SignupRole"] | null;
        };
        /**
         * @description Roles that are open for sign-up
         * @example PATIENT
         * @enum {string}
         */
        readonly SignupRole: "PATIENT" | "CAREGIVER";
        /** @description What a wearer says over the live socket */
        readonly SocketAnswer: {
            /**
             * @description `ok` calls off their newest unresolved fall; `help` is an emergency
             * @enum {string}
             */
            readonly answer: "ok" | "help";
            /**
             * @description ID or MAC address of the wearable. If missing, the call is for the wearer alone.
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly deviceId?: string | null;
        };
        /** @description Get system statistics */
        readonly Statistics: {
            /**
             * @description Wearables that send
             * @example 95
             */
            readonly activeDevices: number;
            /**
             * @description Assignments of a patient to a caregiver
             * @example 180
             */
            readonly caregiverAssignments: number;
            /**
             * @description Falls that a caregiver closed as CONFIRMED
             * @example 3
             */
            readonly confirmedFalls: number;
            /** @description Counts for the last 30 UTC days, today last */
            readonly fallsByDay: readonly components["schemas"]["DayOfFalls"][];
            /**
             * @description Falls of the UTC day, POTENTIAL and above
             * @example 4
             */
            readonly fallsToday: number;
            /**
             * @description Falls that a caregiver closed as FALSE_ALARM
             * @example 1
             */
            readonly falseAlarms: number;
            /**
             * @description Patients whose risk score is 75 or more
             * @example 2
             */
            readonly highRiskPatients: number;
            /** @description The wearables with the most false alarms */
            readonly outcomesByDevice: readonly components["schemas"]["DeviceOutcomes"][];
            /**
             * @description As the health report says
             * @enum {string}
             */
            readonly systemHealth: "HEALTHY" | "DEGRADED" | "UNHEALTHY";
            /**
             * @description Accounts of every role
             * @example 120
             */
            readonly totalUsers: number;
        };
        /** @description The envelope of a success */
        readonly StatisticsAnswer: {
            readonly data: components["schemas"]["Statistics"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Those on duty among the assigned (all assigned, if nobody is), all assigned caregivers, or the admins
         * @example on_duty
         * @enum {string}
         */
        readonly StepTarget: "on_duty" | "assigned" | "admins";
        /** @description Whether somebody gets a patient's live readings */
        readonly Subscription: {
            /**
             * Format: uuid
             * @description Of the patient
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly patientId: string;
            /**
             * @description They do from now on
             * @example true
             */
            readonly subscribed: boolean;
        };
        /** @description As the browser gave them with its push subscription */
        readonly SubscriptionKeys: {
            /**
             * @description Secret, 16 bytes in base64url
             * @example BTBZMqHH6r4Tts7J_aSIgg
             */
            readonly auth: string;
            /**
             * @description Public key, 65 bytes in base64url
             * @example BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4
             */
            readonly p256dh: string;
        };
        /** @description A password to begin with */
        readonly TemporaryPassword: {
            /**
             * @description Password for the first login, shown this once; it expires after 7 days
             * @example kT7*mwq2Rz!p
             */
            readonly temporaryPassword: string;
        };
        /** @description The envelope of a success */
        readonly TemporaryPasswordAnswer: {
            readonly data: components["schemas"]["TemporaryPassword"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What became of a test */
        readonly TestResult: {
            /**
             * @description It arrived
             * @example true
             */
            readonly delivered: boolean;
            /**
             * @description What went wrong; null if nothing
             * @example Answered 500
             */
            readonly error: string | null;
            /**
             * @description HTTP's or SMTP's status; null when no answer came
             * @example 200
             */
            readonly status: number | null;
        };
        /** @description The envelope of a success */
        readonly TestResultAnswer: {
            readonly data: components["schemas"]["TestResult"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /**
         * @description Something that was done about a fall
         * @example {
         *       "id": "4711",
         *       "at": "2026-03-01T08:30:00.000Z",
         *       "type": "detected",
         *       "by": null,
         *       "level": "HIGH",
         *       "source": "STREAM"
         *     }
         */
        readonly TimelineEntry: {
            /**
             * Format: date-time
             * @description When
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly at: string;
            /**
             * @description Of `told`: which try, counted from 1
             * @example 1
             */
            readonly attempt?: number;
            /** @description Who did it; null for the service itself */
            readonly by: components["schemas"]["Person"] | null;
            /**
             * @description Of `told`: by what
             * @example webpush
             */
            readonly channel?: string;
            /**
             * @description Of `claimed`: how long they said they need, in minutes
             * @example 5
             */
            readonly etaMinutes?: number | null;
            /**
             * @description Of the entry
             * @example 4711
             */
            readonly id: string;
            /**
             * @description Of `detected` and `risen`: the level of the fall
             * @example HIGH
             */
            readonly level?: string;
            /**
             * @description What they wrote about it
             * @example On my way
             */
            readonly note?: string | null;
            /**
             * @description Of `told`: `delivered` or `failed`; of `resolved`: what was found
             * @example delivered
             */
            readonly outcome?: string;
            /** @description Who was told, or whom it was offered to */
            readonly person?: components["schemas"]["Person"] | null;
            readonly source?: components["schemas"]["FallSource"];
            /**
             * @description What was done
             * @enum {string}
             */
            readonly type: "detected" | "risen" | "told" | "claimed" | "released" | "expired" | "offered" | "resolved" | "cancelled";
        };
        /** @description The envelope of a success */
        readonly TimelineEntryListAnswer: {
            readonly data: readonly components["schemas"]["TimelineEntry"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Why the service cannot work */
        readonly Unhealthy: {
            /**
             * @description Name of the error, for programs
             * @constant
             */
            readonly code: "UNAVAILABLE";
            /**
             * @description What is wrong, in a sentence for people
             * @example The database is not available
             */
            readonly error: string;
            /**
             * @description Critical failure
             * @constant
             */
            readonly status: "UNHEALTHY";
            /**
             * @description It cannot
             * @constant
             */
            readonly success: false;
        };
        /** @description All that is kept of an account, but for its password */
        readonly User: {
            /**
             * @description URL of a picture; null if not given
             * @example https://example.org/rosa.png
             */
            readonly avatar: string | null;
            /**
             * Format: date-time
             * @description When the account was opened
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date
             * @description Date of birth; null if not given
             * @example 1948-03-17
             */
            readonly dateOfBirth: string | null;
            /**
             * @description E-mail address, in lower case
             * @example rosa.klein@example.org
             */
            readonly email: string;
            /**
             * @description Phone number to call in an emergency; null if not given
             * @example +49 171 7654321
             */
            readonly emergencyContact: string | null;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName: string;
            /**
             * Format: uuid
             * @description Of the account
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When the account was last logged in to; null if never
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly lastLogin: string | null;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName: string;
            /**
             * @description Whom they work for; null if not given
             * @example House at the Park
             */
            readonly organization: string | null;
            /**
             * @description New address that waits for its owner to confirm it; absent if there is none
             * @example rosa@example.net
             */
            readonly pendingEmail?: string;
            /**
             * @description Phone number; null if not given
             * @example +49 30 1234567
             */
            readonly phone: string | null;
            readonly role: components["schemas"]["Role"];
            /**
             * @description Where the patient is found; null if not given
             * @example 12 B
             */
            readonly room: string | null;
            /**
             * @description What they are trained in; null if not given
             * @example Geriatric care
             */
            readonly specialization: string | null;
            readonly status: components["schemas"]["AccountStatus"];
            /**
             * Format: date-time
             * @description When the account last changed
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly updatedAt: string;
        };
        /** @description The envelope of a success */
        readonly UserAnswer: {
            readonly data: components["schemas"]["User"];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description What is to change of a user */
        readonly UserChange: {
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             * @example 1948-03-17
             */
            readonly dateOfBirth?: string | null;
            /**
             * @description E-mail address; compared and kept in lower case
             * @example rosa.klein@example.org
             */
            readonly email?: string;
            /**
             * @description Given name
             * @example Rosa
             */
            readonly firstName?: string;
            /**
             * @description Family name
             * @example Klein
             */
            readonly lastName?: string;
            /**
             * @description Phone number, as people write it
             * @example +49 30 1234567
             */
            readonly phone?: string | null;
            readonly status?: components["schemas"]["AccountStatus"];
        };
        /** @description The envelope of a page of a list */
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
        /** @description That somebody got the mail */
        readonly VerificationRequest: {
            /**
             * @description The 6-digit code from the mail
             * @example 123456
             */
            readonly code: string;
        };
        /** @description What was last measured */
        readonly Vitals: {
            /**
             * @description Blood pressure; always null, because nothing measures it
             * @example 120/80
             */
            readonly bloodPressure: string | null;
            /**
             * @description Heart rate; null until reported, in bpm
             * @example 72
             */
            readonly heartRate: number | null;
            /**
             * @description Oxygen saturation of the blood; null until reported, in %
             * @example 97
             */
            readonly oxygenSaturation: number | null;
        };
        /** @description What a wearer says, asked or not */
        readonly WearerAnswer: {
            /**
             * @description `ok` calls off their newest unresolved fall; `help` is an emergency
             * @enum {string}
             */
            readonly answer: "ok" | "help";
        };
        /** @description A system of the organisation's that hears of events */
        readonly Webhook: {
            /**
             * Format: date-time
             * @description When it was added
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Since when nothing is sent to it; null while it works
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly disabledAt: string | null;
            /** @description Event types to send */
            readonly events: readonly components["schemas"]["FeedEvent"][];
            /**
             * Format: uuid
             * @description Of the webhook
             * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
             */
            readonly id: string;
            /**
             * @description What went wrong with the last try; null if nothing
             * @example Answered 500
             */
            readonly lastError: string | null;
            /**
             * @description Where it is POSTed to
             * @example https://example.org/hooks/vigil
             */
            readonly url: string;
        };
        /** @description The envelope of a success */
        readonly WebhookListAnswer: {
            readonly data: readonly components["schemas"]["Webhook"][];
            /**
             * @description The request succeeded
             * @constant
             */
            readonly success: true;
        };
        /** @description Who is connected */
        readonly Welcome: {
            /**
             * @description Number of their newest event; 0 without one
             * @example 4711
             */
            readonly lastEventId: number;
            /**
             * Format: date-time
             * @description The clock of the service
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly serverTime: string;
            /**
             * Format: date-time
             * @description When the session ends unless it is renewed (`POST /auth/renew`)
             * @example 2026-03-01T08:30:00.000Z
             */
            readonly sessionEndsAt: string;
            readonly user: components["schemas"]["Identity"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Suggested file name
         * @example attachment; filename="vigil-2026-03-01.zip"
         */
        readonly "Content-Disposition": string;
        /**
         * @description Seconds to wait before a retry
         * @example 1
         */
        readonly "Retry-After": number;
        /**
         * @description The session cookie `access_token`, HttpOnly and SameSite=Strict; empty when the session ends
         * @example access_token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400
         */
        readonly "Set-Cookie": string;
        /**
         * @description Requests per minute and address; missing if the limit is off
         * @example 100
         */
        readonly "X-RateLimit-Limit": number;
        /**
         * @description Requests left; missing if the limit is off
         * @example 99
         */
        readonly "X-RateLimit-Remaining": number;
        /**
         * @description When the limit resets, in seconds since 1970; missing if the limit is off
         * @example 1772354460
         */
        readonly "X-RateLimit-Reset": number;
        /**
         * @description Names the request, and stands in the service's log; the client's own `X-Request-Id` if it sent one of 1 to 64 letters, digits, `_`, `.`, `:` or `-`
         * @example k3j9x2-1a
         */
        readonly "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly disableDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly getEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Done */
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
                /**
                 * @description The first moment: a time, or a date for the beginning of its UTC day
                 * @example 2026-01-31
                 */
                readonly dateFrom?: string | unknown | unknown;
                /**
                 * @description The last moment: a time, or a date for the end of its UTC day; not before dateFrom
                 * @example 2026-01-31
                 */
                readonly dateTo?: string | unknown | unknown;
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description Only falls of this patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly patientId?: string;
                /**
                 * @description The same by the name that alerts have for it
                 * @example HIGH
                 */
                readonly severity?: components["schemas"]["FallLevel"];
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response" | "userId" | "user_id" | "patientName" | "patient_name" | "deviceId" | "device_id" | "witnessed" | "injuries" | "investigation";
                /**
                 * @description Only falls of this level
                 * @example HIGH
                 */
                readonly status?: components["schemas"]["FallLevel"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
    readonly listAuditTrail: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only lines of this action
                 * @example account.changed
                 */
                readonly action?: string;
                /**
                 * @description Only what this account did
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly actorId?: string;
                /**
                 * @description The first moment: a time, or a date for the beginning of its UTC day
                 * @example 2026-01-31
                 */
                readonly dateFrom?: string | unknown | unknown;
                /**
                 * @description The last moment: a time, or a date for the end of its UTC day; not before dateFrom
                 * @example 2026-01-31
                 */
                readonly dateTo?: string | unknown | unknown;
                /**
                 * @description Only lines of this level
                 * @example error
                 */
                readonly level?: components["schemas"]["LogLevel"];
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "level" | "action" | "outcome" | "message" | "actorId" | "actor_id" | "actorName" | "actor_name" | "subjectId" | "subject_id" | "subjectName" | "subject_name" | "ip";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Done */
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
    readonly getStatistics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description Only users of this role
                 * @example PATIENT
                 */
                readonly role?: components["schemas"]["Role"];
                /**
                 * @description Only users whose name or e-mail address contains this
                 * @example klein
                 */
                readonly search?: string;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "role" | "status" | "phone" | "dateOfBirth" | "date_of_birth" | "avatar" | "emergencyContact" | "emergency_contact" | "room" | "specialization" | "organization" | "updatedAt" | "updated_at" | "lastLogin" | "last_login";
                /**
                 * @description Only users whose account is so
                 * @example active
                 */
                readonly status?: components["schemas"]["AccountStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the user
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the user
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
                /**
                 * @description Of the user
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the user
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the user
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Made */
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
                /**
                 * @description Of the webhook
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the webhook
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Done */
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
            /** @description Taken on */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Made */
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
            /** @description Done */
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
    readonly listCaregivers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status" | "phone" | "specialization" | "organization" | "patients" | "activeAlerts" | "active_alerts";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Made */
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
                /**
                 * @description Of the caregiver
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the caregiver
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
                /**
                 * @description Of the caregiver
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "email" | "room" | "healthScore" | "health_score" | "lastActive" | "last_active" | "devices" | "recentFalls" | "recent_falls";
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Of the caregiver
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the caregiver
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Made */
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
                /**
                 * @description Of the caregiver
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly patientId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "severity" | "type" | "patientName" | "patient_name" | "acknowledged" | "message" | "outcome" | "patientId" | "patient_id" | "patientRoom" | "patient_room" | "fallId" | "fall_id" | "deviceId" | "device_id" | "response";
                /**
                 * @description Which alerts: those not acknowledged (`active`) if not given
                 * @example active
                 */
                readonly status?: "active" | "acknowledged" | "all";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the alert
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Made */
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
            /** @description Done */
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
            /** @description Done */
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
    readonly listConversations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the user whom the conversation is with
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done; there is nothing to say about it */
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
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
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
            /** @description Done */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
            /** @description Made */
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
    readonly listDeviceLogs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many records a page has; 20 if not given, more than 100 count as 100
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description Only entries of this type
                 * @example error
                 */
                readonly logType?: "error" | "warning" | "info";
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "type" | "message";
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly moveDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
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
            /** @description Done */
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
    readonly getDeviceReadings: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The first moment; an hour, a day or 30 days before `to` if not given, by resolution. Must be before `to`
                 * @example 2026-01-31T08:00:00Z
                 */
                readonly from?: string;
                /**
                 * @description A point for each reading (`raw`, if not given), for each minute or for each hour
                 * @example raw
                 */
                readonly resolution?: "raw" | "minute" | "hour";
                /**
                 * @description The end, which is not shown itself; now if not given
                 * @example 2026-01-31T09:00:00Z
                 */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly getDeviceStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Id or MAC address of the wearable
                 * @example AA:BB:CC:DD:EE:FF
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly submitReading: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Idempotency key of the reading. A reading of the same device with the same key within 10 minutes is a repetition: same response, stored once.
                 * @example AA:BB:CC:DD:EE:FF-3600000
                 */
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
            /** @description Done */
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
    readonly listFalls: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only falls of this long, in days
                 * @example 30
                 */
                readonly days?: number;
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response";
                /**
                 * @description Only falls of this level
                 * @example HIGH
                 */
                readonly status?: components["schemas"]["FallLevel"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Made */
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
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
    readonly handOffFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly resolveFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
                /**
                 * @description Of the fall
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Falls of this long; 24 if not given, in hours
                 * @example 24
                 */
                readonly hours?: number;
                /**
                 * @description How many records a page has; 20 if not given, more than 100 count as 100
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "responded" | "responseTime" | "response_time" | "userId" | "user_id" | "patientName" | "patient_name";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Done */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
            /** @description Made */
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
    readonly getCurrentUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Only messages to and from this user
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly conversationWith?: string;
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "senderId" | "sender_id" | "recipientId" | "recipient_id" | "content" | "type" | "read";
                /**
                 * @description Only messages that were received and not read
                 * @example true
                 */
                readonly unreadOnly?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Made */
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
                /**
                 * @description Of the message
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the message
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly getOpenApiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status";
                /**
                 * @description Only patients whose account is so
                 * @example active
                 */
                readonly status?: components["schemas"]["AccountStatus"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Made */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly listPatientDevices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Made */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Only falls of this long, in days
                 * @example 30
                 */
                readonly days?: number;
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response";
                /**
                 * @description Only falls of this level
                 * @example HIGH
                 */
                readonly status?: components["schemas"]["FallLevel"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly getPatientHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the patient
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly getOwnPatientProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly listChannels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Made */
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
                /**
                 * @description Of the channel
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
                /**
                 * @description Of the channel
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
    readonly verifyChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Of the channel
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
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
            /** @description Done */
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
            /** @description Done */
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
    readonly getProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
                /**
                 * @description How many records a page has; 10 if not given, more than 100 count as 100
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Ascending or descending; descending if not given
                 * @example asc
                 */
                readonly order?: "asc" | "desc";
                /**
                 * @description Which page, counted from 1; the first if not given
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description What to sort by; the record's own time (created_at) if not given
                 * @example created_at
                 */
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "actorId" | "actor_id" | "actorName" | "actor_name" | "role" | "what";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
                /**
                 * @description Of the session
                 * @example 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
            /** @description Done */
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
}
