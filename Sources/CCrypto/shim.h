#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

/// The tag that the next opening must fit. `EVP_CIPHER_CTX_ctrl` for its one use here; its commands are macros.
static inline int cipher_expect_tag(EVP_CIPHER_CTX *context, int length, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, length, tag);
}
