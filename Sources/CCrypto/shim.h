#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>

/// `EVP_CIPHER_CTX_ctrl` for its two uses here; its commands are macros.
static inline int cipher_set_nonce_length(EVP_CIPHER_CTX *context, int length) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, length, NULL);
}

/// The tag that the next opening must fit.
static inline int cipher_expect_tag(EVP_CIPHER_CTX *context, int length, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, length, tag);
}
